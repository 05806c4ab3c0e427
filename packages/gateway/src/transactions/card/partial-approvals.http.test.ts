import type { Envelope } from '@sluice/types'
import { beforeEach, describe, expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { makeProvider } from '../../../test/make-provider.ts'
import type { UndoRequest, ProviderOutcome } from '../execution/provider.ts'

const [AMOUNT, APPROVED] = [1_000, 600]
const HOUR_MS = 3_600_000
const PARTLY: ProviderOutcome = { ...PROVIDER_OUTCOME, approvedMinor: APPROVED }

describeAtBothGateways('a simulated provider that approves less than was asked for', (current) => {
  it.each(['AUTHORIZE', 'PURCHASE'])('declines a %s, and gives back what was approved', async (type) => {
    const { gateway } = current()
    const { result } = await gateway.authorize({
      flow: 'FALLBACK_APPROVE_AFTER_1',
      body: { amount: AMOUNT, transaction_type: type },
      metadata: { simulated_flow: 'NO_3DS', simulated_approved_amount: APPROVED },
    })
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
    const id = result?.id ?? ''
    expect(await gateway.books.of('attempts', id)).toHaveLength(1)
    await gateway.advance(1_000)
    const [alert] = await gateway.books.of('alerts', id)
    expect(alert).toMatchObject({ kind: 'PARTIAL_APPROVAL' })
    expect(alert?.['reversed_at']).not.toBeNull()
  })

  it.each([AMOUNT, AMOUNT + 1])('approves a payment as usual up to %i', async (simulated_approved_amount) => {
    const { gateway } = current()
    const { result } = await gateway.authorize({
      flow: 'NO_3DS',
      body: { amount: AMOUNT },
      metadata: { simulated_approved_amount },
    })
    expect(result).toMatchObject({ status: 'APPROVED' })
    expect(await gateway.books.of('alerts', result?.id ?? '')).toEqual([])
  })
})

describe('the amount of a partial approval', () => {
  const undos: UndoRequest[] = []
  let reverse: () => Promise<ProviderOutcome>
  let authorize: () => Promise<ProviderOutcome>
  const provider = makeProvider('sim-a', {
    authorize: () => authorize(),
    undo: (request) => (undos.push(request), reverse()),
    findOutcome: () => Promise.resolve(PARTLY),
  })

  beforeEach(() => {
    undos.length = 0
    authorize = () => Promise.resolve(PARTLY)
    reverse = () => Promise.resolve(PROVIDER_OUTCOME)
  })

  describeAtBothGateways(
    'at a provider that can fail',
    (current) => {
      const pay = async () => {
        const body = { amount: AMOUNT, transaction_type: 'PURCHASE' }
        const { result }: Envelope = await current().gateway.authorize({ flow: 'NO_3DS', body })
        return result?.id ?? ''
      }

      it('is given back once, in a call of its own', async () => {
        const id = await pay()
        for (const ms of [1_000, HOUR_MS, HOUR_MS]) await current().gateway.advance(ms)
        const [attempt] = await current().gateway.books.of('attempts', id)
        expect(undos).toMatchObject([{ amountMinor: APPROVED, original: { key: attempt?.['id'] } }])
        expect(undos[0]?.idempotencyKey).not.toBe(attempt?.['id'])
      })

      it('is given back under one key while the outcome of that is unknown', async () => {
        reverse = () => Promise.reject(new Error('no answer'))
        const id = await pay()
        for (const ms of [1_000, 60_000, 300_000]) await current().gateway.advance(ms)
        reverse = () => Promise.resolve(PROVIDER_OUTCOME)
        for (const ms of [HOUR_MS, HOUR_MS]) await current().gateway.advance(ms)
        expect(undos.length).toBeGreaterThan(2)
        expect(new Set(undos.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
        const [alert] = await current().gateway.books.of('alerts', id)
        expect(alert?.['reversed_at']).not.toBeNull()
        const tries = undos.length
        await current().gateway.advance(24 * HOUR_MS)
        expect(undos).toHaveLength(tries)
      })

      it('is given back if only a question brought the outcome', async () => {
        authorize = () => Promise.reject(new Error('no answer'))
        const id = await pay()
        for (const ms of [2_000, 1_000]) await current().gateway.advance(ms)
        expect(await current().gateway.status(id)).toMatchObject({
          status: 'DECLINED',
          processing_code: '1004',
        })
        expect(undos).toMatchObject([{ amountMinor: APPROVED }])
      })
    },
    { adapters: { providers: new Map([['sim-a', provider]]) } },
  )
})
