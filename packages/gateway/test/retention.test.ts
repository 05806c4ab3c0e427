import { describe, expect, it } from 'vitest'

import { describeAtBothGateways } from './both-gateways.ts'
import { TestClock, type TestGateway } from './test-gateway.ts'

const DAY_MS = 86_400_000

const EVE = { first_name: 'Evelinda', last_name: 'Quastenberg', email: 'evelinda@quastenberg.example' }
const TRACES = [...Object.values(EVE), '203.0.113.77']

/** Ids and times of payments are real, so the gateway's own clock advances. */
async function pass(gateway: TestGateway, ms: number): Promise<void> {
  if (!(gateway.clock instanceof TestClock)) throw new Error('time cannot be moved')
  gateway.clock.advance(ms)
  await gateway.app.runDueWork()
}

const body = { customer: EVE, customer_ip: '203.0.113.77' }

describeAtBothGateways(
  'payments beyond the retention time of personal data',
  (current) => {
    it('keep amounts and ids, but no personal data', async () => {
      const { gateway } = current()
      const { result } = await gateway.authorize({ flow: 'NO_3DS', body })
      await gateway.post('/api/sessions', gateway.sessionRequest({ customer: EVE }))
      await pass(gateway, 29 * DAY_MS)
      expect(await gateway.books.findTraces(TRACES)).toEqual(
        expect.arrayContaining([
          `events: ${EVE.email}`,
          `sessions: ${EVE.email}`,
          `transactions: ${EVE.email}`,
        ]),
      )
      const young = await gateway.authorize({ flow: 'NO_3DS' })

      await pass(gateway, 3 * DAY_MS)

      expect(await gateway.books.findTraces(TRACES)).toEqual([])
      expect(await gateway.status(result?.id ?? '')).toMatchObject({
        status: 'APPROVED',
        amount: result?.amount,
        reference: result?.reference,
        customer: { first_name: null, last_name: null, email: null },
        customer_ip: null,
      })
      expect(await gateway.status(young.result?.id ?? '')).toMatchObject({
        customer_ip: young.result?.customer_ip,
      })
    })

    it('are also found on the next day, because the progress is stored', async () => {
      const { gateway } = current()
      await gateway.authorize({ flow: 'NO_3DS', body })
      await pass(gateway, 32 * DAY_MS)
      expect(await gateway.books.findTraces(TRACES)).toEqual([])
      await gateway.authorize({ flow: 'NO_3DS', body })
      await pass(gateway, 32 * DAY_MS)
      expect(await gateway.books.findTraces(TRACES)).toEqual([])
    })
  },
  { env: { SLUICE_RETENTION_DAYS: '30' } },
)

describe('without a limit', () => {
  describeAtBothGateways('old payments', (current) => {
    it('keep their customers', async () => {
      const { gateway } = current()
      await gateway.authorize({ flow: 'NO_3DS', body })
      await pass(gateway, 400 * DAY_MS)
      expect(await gateway.books.findTraces(TRACES)).toEqual(
        expect.arrayContaining([`events: ${EVE.email}`, `transactions: ${EVE.email}`]),
      )
    })
  })
})
