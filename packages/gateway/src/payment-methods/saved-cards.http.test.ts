import { type PublicEncryptionKey, sealField } from '@sluice/card-encryption/encrypt'
import type {
  Customer,
  EmbeddedSession,
  Envelope,
  HostedPaymentPage,
  SavedPaymentMethod,
  SavedPaymentMethodList,
  TokenizationEvent,
} from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { describe, expect, it, vi } from 'vitest'

import { describeAtBothGateways, type GatewayUnderTest, otherMerchant } from '../../test/both-gateways.ts'
import { BROWSER_INFO, type PaymentInput } from '../../test/merchant-at-gateway.ts'
import { shop } from '../../test/shopper.ts'
import type { TestGateway } from '../../test/test-gateway.ts'

const AUTHORIZE = '/api/transactions/authorize'
const NOT_FOUND = {
  status: 'INVALID',
  errors: [{ property: 'payment_method.data.payment_method_id', message: 'Payment method not found' }],
  processing_code: '2003',
}

const SAVE = { save_card_for_future_payments: true }
const NO_3DS = { simulated_flow: 'NO_3DS' }

/** Returns the saved card as a page shows it. */
const SHOWN = { masked_pan: '424242******4242', expiration_date: '1230', card_brand: 'visa' }

async function makeCustomer(gateway: TestGateway): Promise<string> {
  const answer = await gateway.send<Customer>('POST', '/api/customers', { email: 'ada@example.com' })
  return answer.body.id
}

function saveCard(gateway: TestGateway, customerId: string | null, input: PaymentInput = {}) {
  return gateway.pay({
    ...input,
    body: { tokenization: SAVE, ...(customerId ? { customer: { id: customerId } } : {}), ...input.body },
  })
}

/** Saves a card without 3DS and returns its id. */
async function savedId(gateway: TestGateway, customerId: string | null, input: PaymentInput = {}) {
  const { transaction } = await saveCard(gateway, customerId, { flow: 'NO_3DS', ...input })
  expect(transaction.status).toBe('APPROVED')
  return transaction.payment_method.token ?? ''
}

async function sealCvv(gateway: TestGateway, cvv = '123', context = ''): Promise<string> {
  const keys = gateway.ready.encryption_keys.keys as readonly PublicEncryptionKey[]
  const key = keys.find(({ alg }) => alg === 'HPKE-7')
  if (!key) throw new Error('no HPKE-7 key')
  const issuedAtSeconds = Math.floor(gateway.clock.now() / 1000)
  return sealField({ key, field: 'encrypted_cvv', value: cvv, context, issuedAtSeconds })
}

function payWith(gateway: TestGateway, id: string, input: PaymentInput = {}) {
  const method = { type: 'saved_card', data: { payment_method_id: id } }
  return gateway.pay({ ...input, body: { payment_method: method, ...input.body } })
}

async function tokenizationEvents({ rowsOf }: GatewayUnderTest, id: string): Promise<TokenizationEvent[]> {
  const events = (await rowsOf('events')).map(
    ({ payload }) => JSON.parse(String(payload)) as TokenizationEvent,
  )
  return events.filter((event) => 'data' in event && event.data.payment_method_id === id)
}

async function cardsOf(gateway: TestGateway, customerId: string): Promise<readonly SavedPaymentMethod[]> {
  const list = await gateway.get<SavedPaymentMethodList>(`/api/customers/${customerId}/payment-methods`)
  return list.data
}

async function rowOfCard({ rowsOf }: GatewayUnderTest, transactionId: string) {
  return (await rowsOf('savedCards')).find(({ transaction_id }) => transaction_id === transactionId)
}

describeAtBothGateways(
  'Saved cards',
  (current) => {
    it.each(['CUSTOMER_INITIATED_TRANSACTION', 'MERCHANT_INITIATED_TRANSACTION'] as const)(
      'a card saved for a %s is reported by token, event and list',
      async (tokenizeFor) => {
        const { gateway } = current()
        const customerId = await makeCustomer(gateway)
        const { transaction } = await saveCard(gateway, customerId, {
          flow: 'NO_3DS',
          body: { tokenization: { ...SAVE, tokenize_for: tokenizeFor } },
        })
        const token = transaction.payment_method.token ?? ''
        expect(token, 'not guessable, and tells no time').toMatch(/^[A-Za-z0-9_-]{22}$/)
        const card = {
          payment_method_id: token,
          payment_method_type: 'CARD',
          card_brand: 'VISA',
          card_bin: '424242',
          card_last_4: '4242',
          card_masked: '424242******4242',
          card_exp_month: 12,
          card_exp_year: 2030,
          customer_id: customerId,
        }
        expect(await tokenizationEvents(current(), token)).toEqual([
          {
            event: 'tokenization-webhook:payment-method:tokenized',
            data: { ...card, transaction_id: transaction.id },
          },
        ])
        const saved = await gateway.get<SavedPaymentMethod>(`/api/payment-methods/${token}`)
        expect(saved).toEqual({
          ...card,
          tokenize_for: tokenizeFor,
          created_at: expect.stringMatching(/Z$/) as unknown,
          status: 'ACTIVE',
        })
        expect(await cardsOf(gateway, customerId)).toEqual([saved])
        const events = await current().rowsOf('events')
        const ofTransaction = events.find(
          ({ transaction_id, type }) =>
            transaction_id === transaction.id && String(type).startsWith('transaction-svc'),
        )
        expect(JSON.parse(String(ofTransaction?.['payload']))).toMatchObject({
          payload: { payment_method_token: null, customer_id: customerId },
        })
      },
    )

    it('a card is saved for payments of the customer by default', async () => {
      const { gateway } = current()
      const id = await savedId(gateway, null)
      expect(await gateway.get(`/api/payment-methods/${id}`)).toMatchObject({
        tokenize_for: 'CUSTOMER_INITIATED_TRANSACTION',
        customer_id: null,
      })
    })

    it('a card is saved after a challenge, and only if that is passed', async () => {
      const { gateway, rowsOf } = current()
      const customerId = await makeCustomer(gateway)
      const passed = await saveCard(gateway, customerId, { flow: 'CHALLENGE', atTheBank: ['1234'] })
      expect(passed.transaction.payment_method.token).not.toBeNull()
      expect(passed.envelope.result?.payment_method.token).toBe(passed.transaction.payment_method.token)

      const failed = await saveCard(gateway, customerId, { flow: 'CHALLENGE', atTheBank: ['1111'] })
      expect(failed.transaction).toMatchObject({ status: 'DECLINED', payment_method: { token: null } })
      expect(await cardsOf(gateway, customerId)).toHaveLength(1)
      const rows = await rowsOf('savedCards')
      expect(rows.map(({ transaction_id }) => transaction_id)).not.toContain(failed.transaction.id)
    })

    it('the vault has no part of the card while the shopper is at the bank', async () => {
      const { gateway } = current()
      const { action } = await gateway.authorize({ flow: 'CHALLENGE', body: { tokenization: SAVE } })
      expect(await rowOfCard(current(), action?.transaction_id ?? '')).toBeUndefined()
    })

    it.each([
      ['a decline', { number: '4000000000000002' }, {}, 'DECLINED'],
      ['a decline by every provider', { number: '4000004000990006' }, {}, 'DECLINED'],
    ] as const)('%s saves nothing', async (_, card, metadata, status) => {
      const { gateway } = current()
      const { transaction } = await saveCard(gateway, null, { card, metadata })
      expect(transaction).toMatchObject({ status, payment_method: { token: null } })
      expect(await rowOfCard(current(), transaction.id)).toBeUndefined()
    })

    it('the second provider’s approval saves a card that the first declined', async () => {
      const { gateway } = current()
      const { transaction } = await saveCard(gateway, null, { flow: 'FALLBACK_APPROVE_AFTER_1' })
      expect(transaction.status).toBe('APPROVED')
      expect(await rowOfCard(current(), transaction.id)).toMatchObject({
        id: transaction.payment_method.token,
        status: 'ACTIVE',
      })
    })

    it('a payment that is abandoned at the second provider’s bank leaves nothing in the vault', async () => {
      const { gateway } = current()
      const first = await gateway.authorize({
        flow: 'FALLBACK_CHALLENGE_AFTER_1',
        body: { tokenization: SAVE },
      })
      const id = first.action?.transaction_id ?? ''
      await shop(
        first,
        {
          requestAuthentication: (...step) => gateway.requestAuthentication(...step),
          // The first provider declines, and the shopper closes the page of the second one's bank.
          completeAuthentication: async (...step) => ({
            ...(await gateway.completeAuthentication(...step)),
            action: null,
          }),
        },
        ['1234'],
      )
      expect(await rowOfCard(current(), id)).toMatchObject({ status: 'PENDING' })
      await gateway.advance(31 * 60_000)
      expect(await gateway.status(id)).toMatchObject({ status: 'SESSION_EXPIRED' })
      expect(await rowOfCard(current(), id)).toBeUndefined()
    })

    it('a pending payment saves its card when it is approved later', async () => {
      const { gateway } = current()
      const customerId = await makeCustomer(gateway)
      const { transaction, pendingId } = await gateway.hold(async () => {
        const { transaction } = await saveCard(gateway, customerId, {
          metadata: { ...NO_3DS, response_code: '1002' },
        })
        expect(transaction).toMatchObject({ status: 'PENDING', payment_method: { token: null } })
        expect(await rowOfCard(current(), transaction.id)).toMatchObject({ status: 'PENDING' })
        expect(await cardsOf(gateway, customerId)).toEqual([])
        const pendingId = String((await rowOfCard(current(), transaction.id))?.['id'])
        expect((await gateway.send('GET', `/api/payment-methods/${pendingId}`)).status).toBe(404)
        const early = await gateway.cardRequest({
          body: { payment_method: { type: 'saved_card', data: { payment_method_id: pendingId } } },
        })
        expect((await gateway.send('POST', AUTHORIZE, early)).body).toEqual(NOT_FOUND)
        return { transaction, pendingId }
      })

      await gateway.advance(4_000)
      const approved = await gateway.status(transaction.id)
      expect(approved).toMatchObject({ status: 'APPROVED', payment_method: { token: pendingId } })
      expect(await tokenizationEvents(current(), pendingId)).toHaveLength(1)
      expect((await payWith(gateway, pendingId, { flow: 'NO_3DS' })).transaction.status).toBe('APPROVED')
    })

    it('a payment that maintenance took over saves its card once', async () => {
      const { gateway, rowsOf } = current()
      const slow = saveCard(gateway, null, { metadata: { ...NO_3DS, simulated_delay_ms: 400 } })
      const pending = async () => (await rowsOf('savedCards')).some(({ status }) => status === 'PENDING')
      await vi.waitUntil(pending)
      await gateway.advanceRealTime(61_000)
      const { transaction, envelope } = await slow
      const token = transaction.payment_method.token ?? ''
      expect(envelope.result?.payment_method.token).toBe(token)
      expect(transaction.status).toBe('APPROVED')
      expect(await tokenizationEvents(current(), token)).toHaveLength(1)
    })

    it('a payment whose provider timed out saves its card when the outcome is known', async () => {
      const { gateway } = current()
      const { transaction } = await saveCard(gateway, null, {
        metadata: { ...NO_3DS, simulated_delay_ms: 2_000 },
      })
      expect(transaction.status).toBe('PENDING')
      await gateway.advance(2_000)
      expect((await gateway.status(transaction.id)).payment_method.token).not.toBeNull()
    })

    it('the same card of one customer is saved once, with the latest expiry, and stays available to the merchant', async () => {
      const { gateway } = current()
      const customerId = await makeCustomer(gateway)
      const first = await savedId(gateway, customerId)
      const second = await savedId(gateway, customerId, {
        card: { expirationYear: '2033' },
        body: { tokenization: { ...SAVE, tokenize_for: 'MERCHANT_INITIATED_TRANSACTION' } },
      })
      expect(second).toBe(first)
      expect(await cardsOf(gateway, customerId)).toMatchObject([
        {
          payment_method_id: first,
          card_exp_year: 2033,
          tokenize_for: 'MERCHANT_INITIATED_TRANSACTION',
        },
      ])
      expect(await tokenizationEvents(current(), first)).toHaveLength(2)

      expect(await savedId(gateway, customerId, { card: { expirationYear: '2034' } })).toBe(first)
      expect(await cardsOf(gateway, customerId)).toMatchObject([
        { card_exp_year: 2034, tokenize_for: 'MERCHANT_INITIATED_TRANSACTION' },
      ])

      const other = await makeCustomer(gateway)
      const ids = [await savedId(gateway, other), await savedId(gateway, null), await savedId(gateway, null)]
      expect(new Set([first, ...ids]).size).toBe(4)
    })

    it('concurrent saves of a card for one customer give one id', async () => {
      const { gateway, rowsOf } = current()
      const customerId = await makeCustomer(gateway)
      const ids = await Promise.all(Array.from({ length: 6 }, () => savedId(gateway, customerId)))
      expect(new Set(ids).size).toBe(1)
      const rows = (await rowsOf('savedCards')).filter(({ customer_id }) => customer_id === customerId)
      expect(rows).toMatchObject([{ id: ids[0], status: 'ACTIVE' }])
    })

    it('a terminal without tokenization rejects saving, and stores nothing', async () => {
      const { gateway, rowsOf } = current()
      const terminal = gateway.ready.terminals.find(({ features }) => !features.includes('TOKENIZATION'))
      const before = (await rowsOf('transactions')).length
      const request = await gateway.cardRequest({
        body: { tokenization: SAVE, terminal_id: terminal?.terminal_id },
      })
      const answer = await gateway.send('POST', AUTHORIZE, request)
      expect([answer.status, answer.body]).toEqual([
        422,
        {
          status: 'INVALID',
          errors: [
            { property: 'tokenization', message: 'one of requested features not supported=[TOKENIZATION]' },
          ],
          processing_code: '2019',
        },
      ])
      expect(await rowsOf('transactions')).toHaveLength(before)
      // A request that saves nothing needs no feature.
      const plain = await gateway.cardRequest({
        flow: 'NO_3DS',
        body: {
          tokenization: { save_card_for_future_payments: false },
          terminal_id: terminal?.terminal_id,
        },
      })
      expect((await gateway.post<Envelope>(AUTHORIZE, plain)).result).toMatchObject({
        status: 'APPROVED',
        payment_method: { token: null },
      })
    })

    it('a saved card pays, with 3DS like any other, and shows its own id', async () => {
      const { gateway } = current()
      const customerId = await makeCustomer(gateway)
      const id = await savedId(gateway, customerId)
      const { transaction, envelope } = await payWith(gateway, id, {
        flow: 'CHALLENGE',
        atTheBank: ['1234'],
        body: { customer: { id: customerId } },
      })
      expect(envelope.result?.status).toBe('APPROVED')
      expect(transaction).toMatchObject({
        status: 'APPROVED',
        payment_method: {
          type: 'saved_card',
          method: '424242******4242',
          brand: 'VISA',
          masked: '424242******4242',
          token: id,
        },
      })
      const typed = await gateway.pay({ flow: 'NO_3DS' })
      expect(transaction.payment_method.hash).toBe(typed.transaction.payment_method.hash)
    })

    it('a saved card needs its CVV only if the provider requires it', async () => {
      const { gateway } = current()
      const id = await savedId(gateway, null)
      // The third provider requires it; the first two decline.
      const flow = 'FALLBACK_APPROVE_AFTER_2'
      const without = await payWith(gateway, id, { flow })
      expect(without.transaction).toMatchObject({ status: 'DECLINED', processing_code: '2020' })
      const withCvv = await payWith(gateway, id, {
        flow,
        body: {
          payment_method: {
            type: 'saved_card',
            data: { payment_method_id: id, encrypted_cvv: await sealCvv(gateway) },
          },
        },
      })
      expect(withCvv.transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    })

    it('a CVV of another length makes the payment INVALID, one that cannot be opened is a 422', async () => {
      const { gateway } = current()
      const id = await savedId(gateway, null)
      const answers = await Promise.all(
        [await sealCvv(gateway, '12'), 'AAAA'].map(async (encrypted_cvv) =>
          gateway.send<Envelope & { errors?: unknown[] }>(
            'POST',
            AUTHORIZE,
            await gateway.cardRequest({
              body: {
                payment_method: { type: 'saved_card', data: { payment_method_id: id, encrypted_cvv } },
              },
            }),
          ),
        ),
      )
      expect(answers[0]?.body.result).toMatchObject({ status: 'INVALID', processing_code: '2020' })
      expect(answers[1]?.body.errors).toMatchObject([
        { property: 'payment_method.data.encrypted_cvv', message: 'Encrypted value cannot be decrypted' },
      ])
    })

    it('a card that is declined only later is saved first', async () => {
      const { gateway } = current()
      const card = { number: '4000000000000341' }
      const { transaction } = await saveCard(gateway, null, { card })
      expect(transaction.status).toBe('APPROVED')
      const later = await payWith(gateway, transaction.payment_method.token ?? '')
      expect(later.transaction).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
      expect((await gateway.pay({ card })).transaction.status).toBe('APPROVED')
    })

    it('a payment that saves nothing shows the card with which it was paid', async () => {
      const { gateway } = current()
      const id = await savedId(gateway, null)
      const { transaction } = await payWith(gateway, id, { flow: 'NO_3DS', body: { tokenization: SAVE } })
      expect(transaction).toMatchObject({ status: 'APPROVED', payment_method: { token: id } })
    })

    describe('an unusable id', () => {
      async function refusalOf(gateway: TestGateway, id: string, body: object = {}) {
        const payment_method = { type: 'saved_card', data: { payment_method_id: id } }
        const request = await gateway.cardRequest({ body: { payment_method, ...body } })
        const answer = await gateway.send('POST', AUTHORIZE, request)
        return [answer.status, answer.body]
      }

      it('is unknown, deleted, another merchant’s or another customer’s', async () => {
        const { gateway } = current()
        const deleted = await savedId(gateway, null)
        await gateway.send('DELETE', `/api/payment-methods/${deleted}`)
        const other = await otherMerchant(gateway)
        const theirs = await other.post<Envelope>(
          AUTHORIZE,
          await other.cardRequest({ flow: 'NO_3DS', body: { tokenization: SAVE } }),
        )
        const customers = [await makeCustomer(gateway), await makeCustomer(gateway)]
        const ofAnother = await savedId(gateway, customers[0] ?? null)
        const foreign = theirs.result?.payment_method.token ?? ''
        expect(foreign).not.toBe('')
        expect((await gateway.send('GET', `/api/payment-methods/${foreign}`)).status).toBe(404)
        expect((await gateway.send('DELETE', `/api/payment-methods/${foreign}`)).status).toBe(404)

        for (const id of ['nothing', deleted, foreign]) {
          expect(await refusalOf(gateway, id), id).toEqual([422, NOT_FOUND])
        }
        const body = { customer: { id: customers[1] } }
        expect(await refusalOf(gateway, ofAnother, body)).toEqual([422, NOT_FOUND])
      })

      it('is INVALID 2001 once the card has expired, and no longer listed', async () => {
        const { gateway } = current()
        const now = new Date(gateway.clock.now())
        const customerId = await makeCustomer(gateway)
        const id = await savedId(gateway, customerId, {
          card: {
            expirationMonth: String(now.getUTCMonth() + 1),
            expirationYear: String(now.getUTCFullYear()),
          },
        })
        const fresh = await savedId(gateway, customerId, { card: { number: '5555555555554444' } })
        await gateway.advanceRealTime(32 * 86_400_000)
        gateway.forgetToken()

        expect(await gateway.get(`/api/payment-methods/${id}`)).toMatchObject({ status: 'EXPIRED' })
        const listed = await cardsOf(gateway, customerId)
        expect(listed.map(({ payment_method_id }) => payment_method_id)).toEqual([fresh])
        const { transaction } = await payWith(gateway, id)
        expect(transaction).toMatchObject({
          status: 'INVALID',
          processing_code: '2001',
          errors: [{ property: 'payment_method.data.payment_method_id' }],
        })
      })
    })

    it('a deleted card is reported once, and leaves no row', async () => {
      const { gateway, rowsOf } = current()
      const customerId = await makeCustomer(gateway)
      const { transaction } = await saveCard(gateway, customerId, { flow: 'NO_3DS' })
      const id = transaction.payment_method.token ?? ''
      const answers = await Promise.all(
        [1, 2, 3].map(() => gateway.send('DELETE', `/api/payment-methods/${id}`)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
      expect((await gateway.send('GET', `/api/payment-methods/${id}`)).status).toBe(404)
      expect(await cardsOf(gateway, customerId)).toEqual([])
      const events = await tokenizationEvents(current(), id)
      expect(events.map(({ event }) => event).sort()).toEqual([
        'tokenization-webhook:payment-method:deleted',
        'tokenization-webhook:payment-method:tokenized',
      ])
      expect((await rowsOf('savedCards')).filter((each) => each['id'] === id)).toEqual([])
      expect(await savedId(gateway, customerId)).not.toBe(id)
    })

    describe('in a browser', () => {
      async function openSession(gateway: TestGateway, customerId: string | null): Promise<string> {
        const customer = customerId ? { customer: { id: customerId } } : {}
        const request = gateway.sessionRequest({ metadata: NO_3DS, ...customer })
        const session = await gateway.post<EmbeddedSession>('/api/sessions', request)
        return session.id
      }
      async function payInBrowser(
        gateway: TestGateway,
        sessionId: string,
        id: string,
        body: object = {},
        shown: object = {},
      ) {
        const data = {
          payment_method_id: id,
          ...shown,
          encrypted_cvv: await sealCvv(gateway, '123', sessionId),
        }
        return gateway.sendFromBrowser<Envelope>('POST', `/api/client/sessions/${sessionId}/payments`, {
          payment_method: { type: 'saved_card', data },
          browser_info: BROWSER_INFO,
          ...body,
        })
      }

      it('a card of the customer pays; without a customer, an embedded session accepts the card that the page shows', async () => {
        const { gateway, rowsOf } = current()
        const [ada, bob] = [await makeCustomer(gateway), await makeCustomer(gateway)]
        const [ofAda, ofNobody] = [await savedId(gateway, ada), await savedId(gateway, null)]
        const cases = [
          [ada, ofAda, {}, 200],
          [null, ofNobody, SHOWN, 200],
          [null, ofAda, SHOWN, 200],
          [bob, ofAda, SHOWN, 422],
          [ada, ofNobody, SHOWN, 422],
        ] as const
        for (const [customerId, id, shown, status] of cases) {
          const sessionId = await openSession(gateway, customerId)
          // Data from the shopper does not change the customer.
          const answer = await payInBrowser(
            gateway,
            sessionId,
            id,
            { customer: { first_name: 'Ada' } },
            shown,
          )
          expect(answer.status, answer.text).toBe(status)
          if (status === 422) expect(answer.body).toEqual(NOT_FOUND)
          else {
            expect(answer.body.result).toMatchObject({
              status: 'APPROVED',
              payment_method: { type: 'saved_card', masked: '424242******4242' },
            })
            expect(answer.text).not.toContain(id)
            const paid = (await rowsOf('transactions')).find((row) => row['id'] === answer.body.result?.id)
            expect(JSON.parse(String(paid?.['customer']))).toEqual({
              first_name: 'Ada',
              ...(customerId ? { id: customerId, email: 'ada@example.com' } : {}),
            })
          }
        }
      })

      it.each([
        ['shows no part of the card', {}],
        ['shows another number', { ...SHOWN, masked_pan: '424242******4241' }],
        ['shows another bank', { ...SHOWN, masked_pan: '411111******4242' }],
        ['shows another expiry', { ...SHOWN, expiration_date: '1231' }],
        ['shows another brand', { ...SHOWN, card_brand: 'mastercard' }],
        ['shows half of it', { masked_pan: SHOWN.masked_pan, card_brand: SHOWN.card_brand }],
      ])('without a customer a page that %s finds no card', async (_, shown) => {
        const { gateway } = current()
        const id = await savedId(gateway, null)
        const answer = await payInBrowser(gateway, await openSession(gateway, null), id, {}, shown)
        expect([answer.status, answer.body]).toEqual([422, NOT_FOUND])
      })

      it('without a customer, a card that is saved for the merchant is not found', async () => {
        const { gateway } = current()
        const tokenization = { ...SAVE, tokenize_for: 'MERCHANT_INITIATED_TRANSACTION' }
        const id = await savedId(gateway, null, { body: { tokenization } })
        const answer = await payInBrowser(gateway, await openSession(gateway, null), id, {}, SHOWN)
        expect([answer.status, answer.body]).toEqual([422, NOT_FOUND])
      })

      it('a hosted page without a customer accepts no saved card', async () => {
        const { gateway } = current()
        const id = await savedId(gateway, null)
        const page = await gateway.post<HostedPaymentPage>(
          '/api/hosted-payment-page',
          gateway.sessionRequest({ metadata: NO_3DS }),
        )
        const answer = await payInBrowser(gateway, page.session_id, id, {}, SHOWN)
        expect([answer.status, answer.body]).toEqual([422, NOT_FOUND])
      })

      it('a guess counts as a submission, so after ten even the correct card is rejected', async () => {
        const { gateway } = current()
        const id = await savedId(gateway, null)
        const sessionId = await openSession(gateway, null)
        const wrong = { ...SHOWN, expiration_date: '1231' }
        for (const guess of Array(LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION).keys()) {
          // An unknown id counts like a known one.
          const answer = await payInBrowser(gateway, sessionId, guess % 2 ? id : 'unknown', {}, wrong)
          expect([answer.status, answer.body]).toEqual([422, NOT_FOUND])
        }
        expect((await payInBrowser(gateway, sessionId, id, {}, wrong)).status).toBe(429)
        expect((await payInBrowser(gateway, sessionId, id, {}, SHOWN)).status).toBe(429)
      })

      it('the CVV is required, and a request to save is ignored', async () => {
        const { gateway } = current()
        const sessionId = await openSession(gateway, null)
        const id = await savedId(gateway, null)
        const without = await gateway.sendFromBrowser<{ errors: unknown[] }>(
          'POST',
          `/api/client/sessions/${sessionId}/payments`,
          {
            payment_method: { type: 'saved_card', data: { payment_method_id: id } },
            browser_info: BROWSER_INFO,
          },
        )
        expect(without.status).toBe(422)
        expect(without.body.errors).toMatchObject([
          { property: 'payment_method.data.encrypted_cvv', message: 'is required' },
        ])
        const answer = await gateway.sendFromBrowser<Envelope>(
          'POST',
          `/api/client/sessions/${sessionId}/payments`,
          {
            payment_method: { type: 'card', data: await gateway.seal({}, sessionId) },
            browser_info: BROWSER_INFO,
            tokenization: SAVE,
          },
        )
        expect(answer.body.result?.status).toBe('APPROVED')
        expect(await rowOfCard(current(), answer.body.result?.id ?? '')).toBeUndefined()
      })
    })

    it('a saved card pays across a change of the merchant’s encryption keys', async () => {
      const { gateway } = current()
      const id = await savedId(gateway, null)
      const [key] = gateway.ready.encryption_keys.keys
      const remainingMs = (key?.exp ?? 0) * 1000 - gateway.clock.now()
      await gateway.advanceRealTime(remainingMs - 1_800_000)
      gateway.forgetToken()
      // Half an hour before its end the old key still decrypts, like its successor.
      const { keys } = await gateway.get<{ keys: { kid: string; alg: string }[] }>('/api/encryption-keys')
      expect(keys.filter(({ alg }) => alg === 'HPKE-7')).toHaveLength(2)
      const encrypted_cvv = await sealCvv(gateway)
      const payment_method = { type: 'saved_card', data: { payment_method_id: id, encrypted_cvv } }
      const paid = await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'], body: { payment_method } })
      expect(paid.transaction.status).toBe('APPROVED')
      await gateway.advanceRealTime(3_600_000)
      gateway.forgetToken()
      const { transaction } = await payWith(gateway, id, { flow: 'NO_3DS' })
      expect(transaction.status).toBe('APPROVED')
    })
  },
  { env: { SLUICE_PROVIDER_TIMEOUT_MS: '1000' } },
)
