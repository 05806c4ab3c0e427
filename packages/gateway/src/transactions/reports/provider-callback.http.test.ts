import type { Envelope, Transaction } from '@sluice/types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Book } from '../../../test/books.ts'
import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import {
  callbackSecret,
  FakeProvider,
  idOf,
  paymentRequest,
  PROVIDER_OUTCOME,
  type Report,
  report,
} from '../../../test/elsewhere.ts'
import type { ProviderOutcome } from '../execution/provider.ts'

const PATH = '/api/transactions/payment'
const MINUTE_MS = 60_000

const provider = new FakeProvider('sim-payments')

const says = (processingCode: ProviderOutcome['processingCode']) => () =>
  Promise.resolve({ ...PROVIDER_OUTCOME, processingCode })

describeAtBothGateways(
  'provider callback',
  (current) => {
    beforeEach(() => {
      provider.found = says('1002')
      provider.takesReversals = true
      provider.reversed.length = 0
    })

    const begin = async (changes: Record<string, unknown> = {}): Promise<Transaction> => {
      const { gateway } = current()
      return gateway.status(idOf(await gateway.post<Envelope>(PATH, paymentRequest(gateway, changes))))
    }
    const send = (transaction: Transaction, status: string, changes: Report = {}) =>
      report(current().gateway, transaction, status, changes)
    const now = ({ id }: Transaction) => current().gateway.status(id)
    const of = (book: Book, { id }: Transaction) => current().gateway.books.of(book, id)
    const expectAccepted = (answer: Awaited<ReturnType<typeof send>>) => {
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toEqual({ status: 'OK' })
    }
    const cancelLate = async (): Promise<Transaction> => {
      const transaction = await begin()
      expectAccepted(await send(transaction, 'CANCELED'))
      return transaction
    }

    describe('provider callback: statuses', () => {
      it.each([
        ['COMPLETED', '0000', 'APPROVED'],
        ['success', '0000', 'APPROVED'],
        ['Approved', '0000', 'APPROVED'],
        ['DECLINED', '1000', 'DECLINED'],
        ['failed', '1000', 'DECLINED'],
        ['Rejected', '1000', 'DECLINED'],
        ['CANCELED', '1003', 'CANCELED'],
        ['cancelled', '1003', 'CANCELED'],
        ['EXPIRED', '1005', 'SESSION_EXPIRED'],
        ['timeout', '1005', 'SESSION_EXPIRED'],
        ['pending', '1002', 'PENDING'],
      ] as const)('%s means %s', async (word, code, status) => {
        const transaction = await begin()
        if (status === 'APPROVED') provider.found = says('0000')
        expectAccepted(await send(transaction, word))
        expect(await now(transaction)).toMatchObject({
          status,
          processing_code: code,
          processing_result: { reference_number: status === 'PENDING' ? null : 'ps-4711' },
        })
        expect(await of('events', transaction)).toHaveLength(status === 'PENDING' ? 0 : 1)
        expect(await of('reportedOrders', transaction)).toMatchObject([
          { provider_transaction_id: 'ps-4711', provider_user_id: 'user-1' },
        ])
      })

      it('an unknown status is rejected', async () => {
        const answer = await send(await begin(), 'DONE')
        expect(answer.status).toBe(422)
        expect(answer.body.errors).toMatchObject([{ property: 'status' }])
      })

      it('a refusal has the exact code from the provider’s answer to a status query', async () => {
        const transaction = await begin()
        provider.found = says('1004')
        expectAccepted(await send(transaction, 'DECLINED'))
        expect(await now(transaction)).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
      })
    })

    describe('provider callback: who may report', () => {
      const refused = async (changes: Report) => {
        const transaction = await begin()
        provider.found = says('0000')
        const answer = await send(transaction, 'COMPLETED', changes)
        expect(answer.status, answer.text).toBe(401)
        expect(answer.body).toEqual({ error: 'Unauthorized' })
        expect(await now(transaction)).toMatchObject({ status: 'PENDING' })
      }

      it('rejects a sender with a wrong secret, or that of another provider', async () => {
        await refused({ secret: callbackSecret(current().gateway, 'partner-blik') })
        await refused({ secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` })
      })

      it('rejects a signature that is more than five minutes old, or ahead', async () => {
        await refused({ signedAtMs: Date.now() - 6 * MINUTE_MS })
        await refused({ signedAtMs: Date.now() + 6 * MINUTE_MS })
      })

      it('rejects every body without a signature', async () => {
        const { gateway } = current()
        for (const body of ['{}', 'no JSON']) {
          const answer = await gateway.send('POST', '/api/providers/sim-payments/callback', body)
          expect(answer.status).toBe(401)
        }
      })

      it('rejects strangers, and providers that report on a transaction of another provider', async () => {
        await refused({ providerId: 'unknown', secret: callbackSecret(current().gateway, 'sim-payments') })
        const transaction = await begin()
        const answer = await send(transaction, 'COMPLETED', { providerId: 'sim-redirect' })
        expect(answer.status).toBe(404)
        expect(answer.body).toEqual({ error: 'Not Found' })
        const unknown = await send(transaction, 'COMPLETED', {
          members: { transactionId: '0199d0f0-0000-7000-8000-000000000000' },
        })
        expect(unknown.status).toBe(404)
      })
    })

    describe('provider callback: what has to match', () => {
      it.each([
        ['accountReference', { members: { accountReference: 'other-eur' } }, 'ACCOUNT_MISMATCH'],
        ['currency', { members: { currency: 'USD' } }, 'CURRENCY_MISMATCH'],
        ['amount', { amount: '10.51' }, 'AMOUNT_MISMATCH'],
        ['amount', { amount: '10.505' }, 'AMOUNT_MISMATCH'],
        ['amount', { amount: '1050' }, 'AMOUNT_MISMATCH'],
        ['type', { members: { type: 'WITHDRAWAL' } }, 'TYPE_MISMATCH'],
      ] as const)('%s of %j: nothing changes, and an alert is raised', async (member, changes, kind) => {
        const transaction = await begin()
        provider.found = says('0000')
        const answer = await send(transaction, 'COMPLETED', changes)
        expect(answer.status).toBe(422)
        expect(answer.body.errors).toMatchObject([
          { property: member, message: 'does not match the transaction' },
        ])
        expect(await now(transaction)).toMatchObject({ status: 'PENDING' })
        expect(await of('alerts', transaction)).toMatchObject([{ kind, reversal_due_at: null }])
      })

      it.each(['10.5', '10.50', '10.500', '010.50'])(
        '%s is compared as the amount, or rejected as no number',
        async (amount) => {
          const transaction = await begin()
          provider.found = says('0000')
          const answer = await send(transaction, 'COMPLETED', { amount })
          // JSON allows no leading zeros.
          expect(answer.status).toBe(amount.startsWith('0') ? 400 : 200)
        },
      )

      it('accepts an amount with an exponent, and unknown members', async () => {
        provider.found = says('0000')
        const transaction = await begin({ amount: 1_250_000_050 })
        const changes = { amount: '1.25000005E7', members: { eventTime: '2026-01-31T10:15:00Z' } }
        expectAccepted(await send(transaction, 'COMPLETED', changes))
        expect(await now(transaction)).toMatchObject({ status: 'APPROVED' })
      })

      it('amounts of currencies without and with three decimals', async () => {
        provider.found = says('0000')
        const yen = await begin({ currency: 'JPY', amount: 1_000 })
        expectAccepted(await send(yen, 'COMPLETED', { amount: '1000' }))
        const dinar = await begin({ currency: 'KWD', amount: 1_234 })
        expectAccepted(await send(dinar, 'COMPLETED', { amount: '1.234' }))
        const large = await begin({ amount: 999_999_999_999 })
        expectAccepted(await send(large, 'COMPLETED', { amount: '9999999999.99' }))
      })
    })

    describe('provider callback: an approval is confirmed before it counts', () => {
      it('queries a provider again that does not know the payment yet', async () => {
        const transaction = await begin()
        expectAccepted(await send(transaction, 'COMPLETED'))
        expect(await now(transaction)).toMatchObject({ status: 'PENDING' })
        provider.found = says('0000')
        await current().gateway.advance(2_000)
        expect(await now(transaction)).toMatchObject({ status: 'APPROVED' })
      })

      it('queries an unavailable provider again', async () => {
        const transaction = await begin()
        provider.found = () => Promise.reject(new Error('down'))
        expectAccepted(await send(transaction, 'COMPLETED'))
        provider.found = says('0000')
        await current().gateway.advance(2_000)
        expect(await now(transaction)).toMatchObject({ status: 'APPROVED' })
      })

      it('trusts a provider’s answer if it contradicts its report, and raises an alert', async () => {
        const transaction = await begin()
        provider.found = says('1000')
        expectAccepted(await send(transaction, 'COMPLETED'))
        expect(await now(transaction)).toMatchObject({ status: 'DECLINED' })
        expect(await of('alerts', transaction)).toMatchObject([{ kind: 'CONTRADICTION' }])
      })
    })

    describe('a report of a provider that is never queried', () => {
      beforeEach(() => {
        provider.lookup = 'events-only'
        provider.found = () => Promise.reject(new Error('asked'))
      })
      afterEach(() => {
        provider.lookup = 'by-our-key'
      })

      it.each(['COMPLETED', 'FAILED'] as const)('settles the order: %s', async (status) => {
        const transaction = await begin()
        expectAccepted(await send(transaction, status))
        expect((await now(transaction)).status).toBe(status === 'COMPLETED' ? 'APPROVED' : 'DECLINED')
      })

      it('has to be sent again while the call is unanswered, so that its answer is stored first', async () => {
        const { answer } = provider
        let letAnswer = () => undefined as void
        const held = new Promise<void>((resolve) => (letAnswer = resolve))
        let paying: ReturnType<typeof begin> | null = null
        const id = await new Promise<string>((resolve) => {
          provider.answer = async (request) => {
            resolve(request.transactionId)
            await held
            return answer(request)
          }
          paying = begin()
        })
        provider.answer = answer
        const early = await send(await current().gateway.status(id), 'COMPLETED')
        expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2'])
        letAnswer()
        const transaction = await (paying ?? begin())
        expect(transaction.status).toBe('PENDING')
        expectAccepted(await send(transaction, 'COMPLETED'))
        expect((await now(transaction)).status).toBe('APPROVED')
      })

      it('settles nothing if the amount differs', async () => {
        const transaction = await begin()
        await send(transaction, 'COMPLETED', { amount: '10.51' })
        expect((await now(transaction)).status).toBe('PENDING')
      })
    })

    describe('a report of a provider whose reports are authoritative', () => {
      beforeEach(() => {
        provider.reports = 'AUTHORITATIVE'
        provider.found = says('1002')
      })
      afterEach(() => {
        provider.reports = 'HINT'
      })

      it('settles the order although the provider answers "open"', async () => {
        const transaction = await begin()
        expectAccepted(await send(transaction, 'COMPLETED'))
        expect(await now(transaction)).toMatchObject({
          status: 'APPROVED',
          processing_result: { reference_number: 'ps-4711' },
        })
      })

      it.each([
        ['amount', { amount: '10.51' }],
        ['account', { members: { accountReference: 'other' } }],
        ['type', { members: { type: 'WITHDRAWAL' } }],
        ['currency', { members: { currency: 'SEK' } }],
      ])('settles nothing when the %s is another', async (_what, changes) => {
        const transaction = await begin()
        expect((await send(transaction, 'COMPLETED', changes)).status).toBe(422)
        expect(await now(transaction)).toMatchObject({ status: 'PENDING' })
      })

      it('causes a status query for an order that the provider has not acknowledged', async () => {
        const { answer } = provider
        provider.answer = () => Promise.reject(new Error('lost'))
        const transaction = await begin()
        provider.answer = answer
        expectAccepted(await send(transaction, 'COMPLETED'))
        expect(await now(transaction)).toMatchObject({ status: 'PENDING' })
      })
    })

    it('ends a refund that the provider processed late', async () => {
      const payment = await begin()
      provider.found = says('0000')
      expectAccepted(await send(payment, 'COMPLETED'))
      provider.found = says('1002')
      const { terminal_id, currency, amount, reference } = payment
      const refund = await current().gateway.post<Transaction>('/api/transactions/manage', {
        terminal_id,
        currency,
        amount,
        reference,
        transaction_type: 'REFUND',
      })
      expect(refund).toMatchObject({ status: 'PENDING', data: { parent_id: payment.id } })
      provider.found = says('0000')
      expectAccepted(await send(refund, 'COMPLETED'))
      expect(await now(refund)).toMatchObject({ status: 'APPROVED' })
      expect(await now(payment)).toMatchObject({
        status: 'APPROVED',
        data: { operations: { refunded_amount: amount } },
      })
    })

    describe('provider callback: twice, late, out of order', () => {
      it('the same report, sent twice or twenty times at once, counts once', async () => {
        const transaction = await begin()
        provider.found = says('0000')
        const messageId = 'msg_same'
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => send(transaction, 'COMPLETED', { messageId })),
        )
        for (const answer of answers) expectAccepted(answer)
        expect(await of('events', transaction)).toHaveLength(1)
        expect(await of('receipts', transaction)).toHaveLength(1)
        expect(await of('alerts', transaction)).toEqual([])
      })

      it('PENDING after the end changes nothing', async () => {
        const transaction = await begin()
        provider.found = says('0000')
        expectAccepted(await send(transaction, 'COMPLETED'))
        const ended = await now(transaction)
        expectAccepted(await send(transaction, 'PENDING'))
        expect(await now(transaction)).toEqual(ended)
      })

      it('a refusal after an approval changes nothing, and raises an alert', async () => {
        const transaction = await begin()
        provider.found = says('0000')
        expectAccepted(await send(transaction, 'COMPLETED'))
        const ended = await now(transaction)
        expectAccepted(await send(transaction, 'DECLINED'))
        expect(await now(transaction)).toEqual(ended)
        expect(await of('alerts', transaction)).toMatchObject([
          { kind: 'CONTRADICTION', reversal_due_at: null },
        ])
      })

      it('money that arrives after the end is reversed, once', async () => {
        const transaction = await cancelLate()
        provider.found = says('0000')
        expectAccepted(await send(transaction, 'COMPLETED'))
        expectAccepted(await send(transaction, 'COMPLETED'))
        expect(await now(transaction)).toMatchObject({ status: 'CANCELED' })
        await current().gateway.advance(1_000)
        expect(provider.reversed).toHaveLength(1)
        expect(await of('attempts', transaction)).toMatchObject([{ id: provider.reversed[0] }])
        expect(await of('alerts', transaction)).toMatchObject([
          { kind: 'LATE_SUCCESS', reversal_due_at: null },
        ])
        expect(await of('events', transaction)).toHaveLength(1)
      })

      it('a report whose transaction ends during the confirmation leads to a reversal', async () => {
        const transaction = await begin()
        let questions = 0
        provider.found = async () => {
          questions += 1
          if (questions === 1) expectAccepted(await send(transaction, 'CANCELED'))
          return null
        }
        expectAccepted(await send(transaction, 'COMPLETED'))
        expect(await now(transaction)).toMatchObject({ status: 'CANCELED' })
        expect(await of('alerts', transaction)).toMatchObject([{ kind: 'LATE_SUCCESS' }])
      })

      it('a reversal is repeated until the provider accepts it', async () => {
        const transaction = await cancelLate()
        provider.takesReversals = false
        expectAccepted(await send(transaction, 'COMPLETED'))
        for (const minutes of [1, 1, 5]) await current().gateway.advance(minutes * MINUTE_MS)
        expect(provider.reversed.length).toBeGreaterThanOrEqual(2)
        provider.takesReversals = true
        await current().gateway.advance(60 * MINUTE_MS)
        const tries = provider.reversed.length
        await current().gateway.advance(180 * MINUTE_MS)
        expect(provider.reversed).toHaveLength(tries)
        const [alert] = await of('alerts', transaction)
        expect(alert?.['reversed_at']).not.toBeNull()
      })
    })
  },
  { adapters: { providers: new Map([[provider.id, provider]]) } },
)
