/** A payment that only a person could find at its provider: it is adopted with the provider's reference, and refunded like any other. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import type { ProviderConnectorType } from '@sluice/connectors/declarations'
import { describeAtBothGateways } from './both-gateways.ts'
import { ORDER_ROWS } from './connector-matrix/matrix-rows.ts'
import { idOf, MatrixShop } from './connector-matrix/matrix-shop.ts'
import { startMatrixWorld } from './connector-matrix/matrix-world.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { TestClock } from './test-clock.ts'

const DAY_MS = 86_400_000

const clock = new TestClock()
const world = await startMatrixWorld(clock)
afterAll(() => world.close())

describeAtBothGateways(
  'a payment that a person found',
  (current) => {
    let shop: MatrixShop
    beforeAll(async () => {
      shop = await MatrixShop.open(current().gateway, world, clock)
    })
    beforeEach(() => shop.merchant.forgetToken())
    afterEach(async () => {
      world.adyen.faults.clear()
      await expectMoneyToAddUp((query) => current().gateway.books.query(query))
    })

    const merchantIdOf = async (id: string): Promise<string> => {
      const [row] = await current().gateway.books.query(
        `select merchant_id from transactions where id = '${id}'`,
      )
      return String(row?.['merchant_id'])
    }
    const decide = async (id: string, more: object = {}) =>
      current().gateway.send('POST', '/api/operator/decisions', {
        merchant_id: await merchantIdOf(id),
        transaction_id: id,
        outcome: 'APPROVED',
        reason: 'Found in the Customer Area',
        ...more,
      })

    /** An order whose answer was lost, and which was paid; the provider's events never arrived. */
    async function loseOrder(provider: ProviderConnectorType) {
      const row = ORDER_ROWS.find(
        (one) => one.provider === provider && one.method === 'provider-redirect-idl',
      )
      world.adyen.faults.plan({ kind: 'answer-lost', path: '/payments$' })
      const id = idOf(await shop.order(row ?? expect.fail('no order')))
      await shop.confirm(provider)
      for (let days = 0; days < 3; days += 1) await current().gateway.advanceRealTime(DAY_MS)
      shop.merchant.forgetToken()
      expect(await current().gateway.books.of('attempts', id)).toMatchObject([{ status: 'NEEDS_DECISION' }])
      return { id, psp: [...world.adyen.world.payments.keys()].at(-1) ?? '' }
    }

    it('is refunded under the provider’s reference', async () => {
      const { id, psp } = await loseOrder('adyen')
      expect((await decide(id, { provider_reference: psp })).status).toBe(200)
      const paid = await shop.statusOf(id)
      expect(paid).toMatchObject({ status: 'APPROVED', processing_result: { provider_reference: psp } })
      const refund = await shop.manage(paid, 'REFUND', paid.amount)
      expect(refund.status).toBe('APPROVED')
      expect(world.adyen.requests().at(-1)?.path).toBe(`/v72/payments/${psp}/refunds`)
      expect(shop.lastBook('adyen')).toMatchObject({ captured: paid.amount, refunded: paid.amount })
      const [entry] = (await current().gateway.books.all('audit')).filter(
        (row) => row['action'] === 'operation.decide' && row['subject'] === id,
      )
      expect(JSON.parse(String(entry?.['detail']))).toMatchObject({ provider_reference: psp })
    })

    it('cannot be resolved with a reference that the provider cannot have, or that another order has', async () => {
      const first = await loseOrder('adyen')
      expect((await decide(first.id, { provider_reference: first.psp })).status).toBe(200)
      const { id, psp } = await loseOrder('adyen')
      for (const foreign of ['pi_3QxNordlys00001', first.psp]) {
        expect(await decide(id, { provider_reference: foreign })).toMatchObject({
          status: 422,
          body: { errors: [expect.objectContaining({ property: 'provider_reference' })] },
        })
      }
      expect((await shop.statusOf(id)).status).toBe('PENDING')
      expect((await decide(id, { provider_reference: psp })).status).toBe(200)
    })
  },
  { env: { SLUICE_CONFIG_FILE: world.file }, adapters: { clock } },
)
