/**
 * Tests Stripe's connector in a whole gateway with Stripe's twin: whatever message is lost, both books agree in the
 * end.
 */
import type { Envelope, Transaction } from '@sluice/types'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { BookEntry } from '../../connectors/twins/stripe/books.ts'
import type { FaultKind } from '../../connectors/twins/stripe/http/faults.ts'
import { pressAtPage } from '../../connectors/twins/stripe/test-support/start-with-client.ts'
import { startStripeTwin } from '../../connectors/twins/stripe/twin.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { idOf, redirectRequest } from './elsewhere.ts'
import type { MerchantAtGateway } from './merchant-at-gateway.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { openShopAtProvider } from './shop-at-provider.ts'
import { TestClock } from './test-clock.ts'

const API_KEY = 'sk_test_wholegateway'
const WEBHOOK = 'whsec_d2hvbGUgZ2F0ZXdheQ=='
const ORDERS = ['provider-redirect-idl', 'payment_bank_transfer']

const clock = new TestClock()
const twin = await startStripeTwin({ apiKeys: [API_KEY], nowMs: () => clock.now(), signingTimeMs: Date.now })
const shop = openShopAtProvider({
  type: 'stripe',
  url: twin.url,
  apiKey: API_KEY,
  webhook: WEBHOOK,
  account: 'acct-eur',
  methods: ORDERS,
})

afterAll(async () => {
  const { stripe, sha256, checked, breaches } = twin.contract()
  process.stdout.write(`stripe ${stripe} ${sha256.slice(0, 12)}: checked ${JSON.stringify(checked)}\n`)
  await twin.close()
  shop.close()
  expect(breaches).toEqual([])
  expect(twin.crashes()).toEqual([])
})

const FAULTS: readonly FaultKind[] = [
  'request-lost',
  'answer-lost',
  'html-502',
  'html-502-after',
  'error-500',
  'error-500-after',
  'rate-limit',
]

const DAY_MS = 86_400_000

/** The writing requests of a call, each of which fails once. */
const STEPS = [1, 2, 3]

describeAtBothGateways(
  'Stripe’s connector',
  (current) => {
    let merchant: MerchantAtGateway
    beforeAll(async () => {
      const { ready } = current().gateway
      merchant = await shop.connect(ready, clock)
      twin.webhooks.setEndpoint({
        url: `${ready.base_url}/api/providers/stripe/callback`,
        secrets: [WEBHOOK],
      })
    })
    afterEach(async () => {
      twin.faults.clear()
      await expectMoneyToAddUp((query) => current().gateway.books.query(query))
    })

    const statusOf = async (id: string): Promise<Transaction> =>
      (await merchant.get<{ transaction: Transaction }>(`/api/transactions/${id}/status`)).transaction
    /** Runs status queries until nothing is open. */
    const settle = async (id: string): Promise<Transaction> => {
      for (let tries = 0; tries < 20; tries += 1) {
        const transaction = await statusOf(id)
        if (transaction.status !== 'PENDING') return transaction
        await twin.webhooks.idle()
        await current().gateway.advanceRealTime(60_000)
      }
      return statusOf(id)
    }
    const pay = async (body: Record<string, unknown> = {}, number = '4242424242424242') => {
      const before = twin.books().length
      const id = idOf(await merchant.authorize({ card: { number }, body }))
      const transaction = await settle(id)
      return { transaction, books: twin.books().slice(before) }
    }
    const manage = async (parent: Transaction, transaction_type: string, amount?: number) => {
      const { terminal_id, currency, reference } = parent
      const request = {
        terminal_id,
        currency,
        reference,
        transaction_type,
        amount: amount ?? parent.amount,
      }
      const answer = await merchant.send<Transaction>('POST', '/api/transactions/manage', request)
      return answer.status === 200 ? settle(answer.body.id) : null
    }
    /** Returns the provider's money of a payment; nothing for a reversed approval. */
    const kept = ({ capturedAmount, refundedAmount }: BookEntry) => capturedAmount - refundedAmount
    const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)

    it('pays, captures a part, refunds twice, and voids', async () => {
      const { transaction, books } = await pay({ transaction_type: 'AUTHORIZE' })
      expect(transaction.status).toBe('APPROVED')
      expect(books[0]).toMatchObject({ heldAmount: 10_000, capturedAmount: 0 })
      const captured = await manage(transaction, 'CAPTURE', 6_000)
      expect(captured?.status).toBe('APPROVED')
      for (const amount of [1_000, 1_000])
        expect((await manage(captured ?? transaction, 'REFUND', amount))?.status).toBe('APPROVED')
      const [book] = twin.books().slice(-1)
      expect(book).toMatchObject({ capturedAmount: 6_000, refundedAmount: 2_000 })
      const held = await pay({ transaction_type: 'AUTHORIZE' })
      expect((await manage(held.transaction, 'VOID'))?.status).toBe('APPROVED')
      expect(twin.books().at(-1)).toMatchObject({ status: 'canceled', heldAmount: 0 })
    })

    it('declines if the bank does', async () => {
      const { transaction } = await pay({}, '4000000000009995')
      expect(transaction).toMatchObject({
        status: 'DECLINED',
        processing_code: '1004',
      })
    })

    describe.each(FAULTS)('%s', (kind) => {
      it.each(STEPS)('at request %i of a purchase: both books agree', async (nth) => {
        twin.faults.plan({ kind, method: 'POST', path: '^/v1/', nth })
        const { transaction, books } = await pay()
        expect(transaction.status).not.toBe('PENDING')
        const isApproved = transaction.status === 'APPROVED'
        expect(sum(books.map(kept))).toBe(isApproved ? 10_000 : 0)
      })

      it.each(STEPS)('at request %i of a refund: both books agree', async (nth) => {
        const { transaction } = await pay()
        twin.faults.plan({ kind, method: 'POST', path: '^/v1/', nth })
        const refund = await manage(transaction, 'REFUND', 1_500)
        expect(refund?.status).not.toBe('PENDING')
        expect(twin.books().at(-1)?.refundedAmount).toBe(refund?.status === 'APPROVED' ? 1_500 : 0)
      })
    })

    it('pays by a method of the shopper’s bank, which an event confirms', async () => {
      const before = twin.books().length
      const envelope = await merchant.post<Envelope>(
        '/api/transactions/authorize',
        redirectRequest(merchant, 'provider-redirect-idl', { currency: 'EUR' }),
      )
      const id = idOf(envelope)
      const intent = twin.books().slice(before)[0]?.paymentIntent ?? ''
      await pressAtPage(`${twin.url}/pages/${intent}`, 'approve')
      expect((await settle(id)).status).toBe('APPROVED')
    })

    it('queries a refund that is pending for longer than Stripe keeps keys', async () => {
      const { transaction } = await pay({}, '4000000000007726')
      const refund = await manage(transaction, 'REFUND', 1_500)
      expect(refund?.status).toBe('PENDING')
      // No query happens in between, so when Stripe has finished the refund, the request can no longer be repeated.
      await current().gateway.advanceRealTime(2 * DAY_MS)
      expect((await settle(refund?.id ?? '')).status).toBe('APPROVED')
      expect(twin.books().at(-1)?.refundedAmount).toBe(1_500)
    })

    it('stores a dispute as a record of the payment', async () => {
      const { transaction } = await pay({}, '4000000000000259')
      expect(transaction.status).toBe('APPROVED')
      const readRecords = async () => {
        // Stripe sends unacknowledged events again.
        await twin.webhooks.deliver()
        await current().gateway.advanceRealTime(60_000)
        const query = `select kind from transaction_records where transaction_id = '${transaction.id}'`
        return (await current().gateway.books.query(query)).map(({ kind }) => kind)
      }
      await expect.poll(readRecords).toContain('DISPUTE_OPENED')
    })
  },
  { env: { SLUICE_CONFIG_FILE: shop.file }, adapters: { clock } },
)
