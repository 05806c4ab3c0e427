import { sealField, type PublicEncryptionKey } from '@sluice/card-encryption/encrypt'
import type {
  ClientEnvelope,
  ClientSession,
  Customer,
  HostedPaymentPage,
  SavedPaymentMethodList,
  SessionState,
  ValidationFailure,
} from '@sluice/types'
import { describe, expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../test/both-gateways.ts'
import { BROWSER_INFO, type MerchantAtGateway } from '../../test/merchant-at-gateway.ts'
import { answerBank, challengeForm, decodeToken, messageOf, open } from '../../test/shopper.ts'

const PATH = '/api/hosted-payment-page'
const SAVE = { save_card_for_future_payments: true }
const ASK = { show_save_card_for_future_payments: true }
const CARD_NOT_FOUND = {
  status: 'INVALID',
  errors: [{ property: 'payment_method.data.payment_method_id', message: 'Payment method not found' }],
  processing_code: '2003',
}

const NO_3DS = { simulated_flow: 'NO_3DS' }

const requestPage = (at: MerchantAtGateway, changes: Readonly<Record<string, unknown>> = {}) =>
  at.send<ValidationFailure>('POST', PATH, at.sessionRequest(changes))

async function makePage(at: MerchantAtGateway, changes: Readonly<Record<string, unknown>> = {}) {
  const page = await at.post<HostedPaymentPage>(PATH, at.sessionRequest(changes))
  return page.session_id
}

async function makeCustomer(at: MerchantAtGateway): Promise<string> {
  return (await at.send<Customer>('POST', '/api/customers', { email: 'ada@example.com' })).body.id
}

/** Saves a card and returns its id. */
async function saveCard(at: MerchantAtGateway, customerId: string | null): Promise<string> {
  const { result } = await at.authorize({
    flow: 'NO_3DS',
    body: { tokenization: SAVE, ...(customerId === null ? {} : { customer: { id: customerId } }) },
  })
  return result?.payment_method.token ?? ''
}

async function cardsOf(at: MerchantAtGateway, customerId: string) {
  const { data } = await at.get<SavedPaymentMethodList>(`/api/customers/${customerId}/payment-methods`)
  return data
}

const bootstrap = async (at: MerchantAtGateway, sessionId: string) =>
  (await at.sendFromBrowser<ClientSession>('GET', `/api/client/sessions/${sessionId}`)).body

const pay = (at: MerchantAtGateway, sessionId: string, body: Readonly<Record<string, unknown>>) =>
  at.sendFromBrowser<ClientEnvelope>('POST', `/api/client/sessions/${sessionId}/payments`, {
    browser_info: BROWSER_INFO,
    ...body,
  })

const payByCard = async (at: MerchantAtGateway, sessionId: string, body: Record<string, unknown> = {}) =>
  pay(at, sessionId, { payment_method: { type: 'card', data: await at.seal({}, sessionId) }, ...body })

async function payBySavedCard(at: MerchantAtGateway, sessionId: string, id: string) {
  const key = (at.ready.encryption_keys.keys as readonly PublicEncryptionKey[]).find(
    ({ alg }) => alg === 'HPKE-7',
  )
  if (!key) throw new Error('no HPKE-7 key')
  const encrypted_cvv = await sealField({
    key,
    field: 'encrypted_cvv',
    value: '123',
    context: sessionId,
    issuedAtSeconds: Math.floor(at.clock.now() / 1000),
  })
  return pay(at, sessionId, {
    payment_method: { type: 'saved_card', data: { payment_method_id: id, encrypted_cvv } },
  })
}

describeAtBothGateways('hosted-payment-page', (current) => {
  describe('a created page', () => {
    it('has an address of the gateway with its client key and an id that is stored nowhere', async () => {
      const { gateway, rowsOf } = current()
      const { base_url, client_key } = gateway.ready
      const page = await gateway.post<HostedPaymentPage>(PATH, gateway.sessionRequest())
      expect(page.session_id).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(page).toEqual({
        redirect_url: `${base_url}/hpp/payment/${client_key}/${page.session_id}`,
        session_id: page.session_id,
      })
      expect(JSON.stringify(await rowsOf('sessions'))).not.toContain(page.session_id)
    })

    it('stores all given members, and null for the others', async () => {
      const { gateway } = current()
      const customer_id = await makeCustomer(gateway)
      const full = await makePage(gateway, {
        customer_id,
        customer_first_name: 'Ada',
        customer_last_name: 'Lovelace',
        customer_address: 'Storgatan 1',
        customer_city: 'Uppsala',
        customer_postal_code: '753 10',
        customer_email: 'ada@example.com',
        customer_phone_number: '+46701740605',
        customer_country: 'SE',
      })
      const said = {
        first_name: 'Ada',
        last_name: 'Lovelace',
        address: 'Storgatan 1',
        city: 'Uppsala',
        postal_code: '753 10',
        email: 'ada@example.com',
        phone: '+46701740605',
        country: 'SE',
      }
      expect(await gateway.get<SessionState>(`/api/sessions/${full}`)).toMatchObject({
        status: 'CREATED',
        description: 'Two apples',
        customer: { ...said, id: customer_id },
        country: 'SE',
        transaction_id: null,
      })
      const { session } = await bootstrap(gateway, full)
      expect(session).toMatchObject({ kind: 'HOSTED', customer: said, description: 'Two apples' })
      expect(session.customer).not.toHaveProperty('id')

      const bare = await makePage(gateway, { description: undefined })
      expect(await gateway.get<SessionState>(`/api/sessions/${bare}`)).toMatchObject({
        description: null,
        customer: null,
        country: null,
      })
    })

    it.each([
      ['reference', { reference: 'x'.repeat(41) }],
      ['terminal_id', { terminal_id: undefined }],
      ['transaction_type', { transaction_type: 'PAYMENT' }],
      ['return_url', { return_url: 'http://shop.example/return' }],
      ['customer_phone_number', { customer_phone_number: '12' }],
      ['customer_country', { customer_country: 'Sweden' }],
      [
        'tokenization.save_card_for_future_payments',
        { tokenization: { save_card_for_future_payments: 'x' } },
      ],
      ['metadata.simulated_flow', { metadata: { simulated_flow: 'x' } }],
      ['language', { language: 'sv' }],
    ])('is refused for %s in %j', async (property, changes) => {
      const answer = await requestPage(current().gateway, changes)
      expect(answer.status, answer.text).toBe(422)
      expect(answer.body.errors.map((error) => error.property)).toContain(property)
    })

    it('is rejected for anything that does not exist or is not offered, and then uses no reference', async () => {
      const { gateway } = current()
      const terminalNoted = (note: string) =>
        gateway.ready.terminals.find((terminal) => terminal.note.includes(note))?.terminal_id
      const withoutTokenization = gateway.ready.terminals.find(
        ({ features, note }) => note !== 'inactive' && !features.includes('TOKENIZATION'),
      )?.terminal_id
      const reference = gateway.nextReference()
      const refused: readonly [Record<string, unknown>, string, string, string][] = [
        [{ terminal_id: 'T99999999999' }, 'terminal_id', 'Terminal not found', '2013'],
        [{ terminal_id: terminalNoted('inactive') }, 'terminal_id', 'Terminal inactive', '2014'],
        [{ customer_id: 'unknown' }, 'customer_id', 'Customer with id unknown not found', '2000'],
        ...[SAVE, ASK].map(
          (tokenization) =>
            [
              { terminal_id: withoutTokenization, tokenization },
              'tokenization',
              'one of requested features not supported=[TOKENIZATION]',
              '2019',
            ] as [Record<string, unknown>, string, string, string],
        ),
      ]
      for (const [changes, property, message, processing_code] of refused) {
        const answer = await requestPage(gateway, { reference, ...changes })
        expect([answer.status, answer.body]).toEqual([
          422,
          { status: 'INVALID', errors: [{ property, message }], processing_code },
        ])
      }
      expect((await requestPage(gateway, { reference })).status).toBe(200)
      expect((await requestPage(gateway, { reference })).body.errors).toEqual([
        { property: 'reference', message: 'already exists', params: ['reference'] },
      ])
    })

    it('is rejected for a customer of another merchant', async () => {
      const { gateway } = current()
      const other = await otherMerchant(gateway)
      const customer_id = await makeCustomer(gateway)
      expect((await requestPage(other, { customer_id })).body.errors).toEqual([
        { property: 'customer_id', message: `Customer with id ${customer_id} not found` },
      ])
    })

    it('is rejected for a merchant that is inactive, or has no key for its address', async () => {
      const { gateway, execute } = current()
      const silent = await otherMerchant(gateway)
      await execute(
        `update client_keys set status = 'INACTIVE' where merchant_id = '${silent.ready.merchant_id}'`,
      )
      expect((await requestPage(silent)).body).toMatchObject({ status: 'INVALID', processing_code: '2018' })
      const gone = await otherMerchant(gateway)
      await execute(`update merchants set status = 'INACTIVE' where id = '${gone.ready.merchant_id}'`)
      expect((await requestPage(gone)).body).toMatchObject({ status: 'INVALID', processing_code: '2017' })
    })
  })

  it('has the customer data of the merchant, overridden by that of the shopper', async () => {
    const { gateway } = current()
    const id = await makePage(gateway, {
      customer_first_name: 'Ada',
      customer_email: 'ada@example.com',
      customer_city: 'Uppsala',
      metadata: NO_3DS,
    })
    await payByCard(gateway, id, { customer: { first_name: 'Grace', phone: '+46701740605' } })
    expect((await gateway.status(id)).customer).toMatchObject({
      first_name: 'Grace',
      email: 'ada@example.com',
      city: 'Uppsala',
      phone: '+46701740605',
    })
  })

  describe('saving the card', () => {
    it.each([
      ['nothing was requested', undefined, 'NONE', undefined, false],
      ['nothing was requested, but the browser asks for it', undefined, 'NONE', SAVE, false],
      ['both flags are off', { ...SAVE, save_card_for_future_payments: false }, 'NONE', SAVE, false],
      ['it is implicit', SAVE, 'IMPLICIT', undefined, true],
      [
        'it is implicit, but the browser refuses',
        SAVE,
        'IMPLICIT',
        { save_card_for_future_payments: false },
        true,
      ],
      ['both flags are on', { ...SAVE, ...ASK }, 'IMPLICIT', undefined, true],
      ['the box is ticked', ASK, 'OPT_IN', SAVE, true],
      ['the box is not ticked', ASK, 'OPT_IN', undefined, false],
      ['the box is cleared', ASK, 'OPT_IN', { save_card_for_future_payments: false }, false],
    ])('when %s', async (_, tokenization, mode, fromBrowser, isSaved) => {
      const { gateway } = current()
      const customer_id = await makeCustomer(gateway)
      const id = await makePage(gateway, { customer_id, tokenization, metadata: NO_3DS })
      expect((await bootstrap(gateway, id)).tokenization).toBe(mode)
      const paid = await payByCard(gateway, id, fromBrowser ? { tokenization: fromBrowser } : {})
      expect(paid.body.result?.status, paid.text).toBe('APPROVED')
      const cards = await cardsOf(gateway, customer_id)
      expect(cards).toHaveLength(isSaved ? 1 : 0)
      if (isSaved) expect(cards[0]).toMatchObject({ tokenize_for: 'CUSTOMER_INITIATED_TRANSACTION' })
    })

    it('without a customer saves it for no customer, permanently', async () => {
      const { gateway } = current()
      const id = await makePage(gateway, { tokenization: SAVE, metadata: NO_3DS })
      await payByCard(gateway, id, { customer: { first_name: 'Ada', email: 'ada@example.com' } })
      const { transaction } = await gateway.get<{
        transaction: { payment_method: { token: string } }
      }>(`/api/transactions/${id}/status`)
      const { token } = transaction.payment_method
      expect(await gateway.get(`/api/payment-methods/${token}`)).toMatchObject({ customer_id: null })
    })

    it('stops with the terminal’s tokenization, even on earlier pages', async () => {
      const { gateway, execute } = current()
      const merchant = await otherMerchant(gateway)
      const customer_id = await makeCustomer(merchant)
      const id = await makePage(merchant, { customer_id, tokenization: SAVE, metadata: NO_3DS })
      await execute(
        `update terminals set features = replace(features, ',"TOKENIZATION"', '') where merchant_id = '${merchant.ready.merchant_id}'`,
      )
      await gateway.advanceRealTime(6_000)
      expect((await bootstrap(merchant, id)).tokenization).toBe('NONE')
      expect((await payByCard(merchant, id)).body.result?.status).toBe('APPROVED')
      expect(await cardsOf(merchant, customer_id)).toEqual([])
    })
  })

  it.each([
    ['INACTIVE', '2014'],
    ['NOT_ACCEPTING', '2015'],
  ])(
    'offers nothing once its terminal is %s, so that no card is typed and then refused',
    async (status, processing_code) => {
      const { gateway, execute } = current()
      const merchant = await otherMerchant(gateway)
      const id = await makePage(merchant, {})
      await execute(
        `update terminals set status = '${status}' where merchant_id = '${merchant.ready.merchant_id}'`,
      )
      await gateway.advanceRealTime(6_000)
      expect((await bootstrap(merchant, id)).payment_methods).toEqual([])
      expect((await requestPage(merchant)).body).toMatchObject({ processing_code })
    },
  )

  describe('at a terminal that lacks a feature', () => {
    const shopWithCard = async () => {
      const merchant = await otherMerchant(current().gateway)
      const customer_id = await makeCustomer(merchant)
      await saveCard(merchant, customer_id)
      return { merchant, customer_id }
    }
    const lose = async ({ ready }: MerchantAtGateway, feature: string) => {
      const { gateway, execute } = current()
      await execute(
        `update terminals set features = replace(replace(features, '"${feature}",', ''), ',"${feature}"', '') where merchant_id = '${ready.merchant_id}'`,
      )
      await gateway.advanceRealTime(6_000)
    }
    const offerOf = async (merchant: MerchantAtGateway, id: string) => {
      const { payment_methods, saved_cards } = await bootstrap(merchant, id)
      const types = payment_methods.map(({ type }) => type)
      const wallet = payment_methods.find(({ type }) => type === 'gwallet-pay')
      return { types, savedCards: saved_cards.length, authMethods: wallet?.config?.allowed_auth_methods }
    }

    it.each(['AUTHORIZE', 'PURCHASE'])('offers no card that %s would refuse', async (transaction_type) => {
      const { merchant, customer_id } = await shopWithCard()
      const id = await makePage(merchant, { transaction_type, customer_id })
      const before = await offerOf(merchant, id)
      expect(before.types).toEqual(expect.arrayContaining(['card', 'gwallet-pay']))
      expect(before).toMatchObject({ savedCards: 1, authMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'] })
      await lose(merchant, `TRX_TYPE_${transaction_type}`)
      const { types, savedCards } = await offerOf(merchant, id)
      expect(types.filter((type) => type === 'card' || type === 'gwallet-pay')).toEqual([])
      expect(savedCards).toBe(0)
      expect(types.includes('payment_wallets')).toBe(transaction_type === 'PURCHASE')
    })

    it('without 3-D Secure only a wallet’s device can authenticate the cardholder', async () => {
      const { merchant, customer_id } = await shopWithCard()
      const id = await makePage(merchant, { customer_id })
      await lose(merchant, 'THREE_DS')
      const { types, savedCards, authMethods } = await offerOf(merchant, id)
      expect(types).not.toContain('card')
      expect(savedCards).toBe(0)
      expect(authMethods).toEqual(['CRYPTOGRAM_3DS'])
    })

    it('rejects a page without a possible payment method', async () => {
      const { merchant } = await shopWithCard()
      const refusalOf = async (transaction_type: string) =>
        (await requestPage(merchant, { transaction_type })).body
      const lacking = (feature: string) => ({
        status: 'INVALID',
        errors: [{ property: 'transaction_type', message: `the terminal lacks the feature ${feature}` }],
        processing_code: '2011',
      })
      await lose(merchant, 'TRX_TYPE_AUTHORIZE')
      expect(await refusalOf('AUTHORIZE')).toEqual(lacking('TRX_TYPE_AUTHORIZE'))
      await lose(merchant, 'TRX_TYPE_PURCHASE')
      // Methods that are confirmed elsewhere remain.
      expect((await requestPage(merchant)).status).toBe(200)
      await lose(merchant, 'TRX_TYPE_PAYMENT')
      expect(await refusalOf('PURCHASE')).toEqual(lacking('TRX_TYPE_PURCHASE'))
    })
  })

  describe('saved cards', () => {
    it('are shown to their customer, masked, and pay with the CVV', async () => {
      const { gateway } = current()
      const customer_id = await makeCustomer(gateway)
      const card = await saveCard(gateway, customer_id)
      const id = await makePage(gateway, { customer_id, metadata: NO_3DS })
      expect((await bootstrap(gateway, id)).saved_cards).toEqual([
        {
          payment_method_id: card,
          card_brand: 'VISA',
          card_masked: '424242******4242',
          card_last_4: '4242',
          card_exp_month: 12,
          card_exp_year: 2030,
          removable: true,
        },
      ])
      const withoutCvv = { type: 'saved_card', data: { payment_method_id: card } }
      expect((await pay(gateway, id, { payment_method: withoutCvv })).status).toBe(422)
      expect((await payBySavedCard(gateway, id, card)).body.result?.status).toBe('APPROVED')
    })

    it('are neither shown to another customer, session or merchant, nor usable by them', async () => {
      const { gateway } = current()
      const other = await otherMerchant(gateway)
      const [ada, bea] = [await makeCustomer(gateway), await makeCustomer(gateway)]
      const card = await saveCard(gateway, ada)
      const theirs = await saveCard(other, await makeCustomer(other))
      const nobodys = await saveCard(gateway, null)

      const elsewhere: readonly [string, MerchantAtGateway, string][] = [
        ['another customer', gateway, await makePage(gateway, { customer_id: bea })],
        ['no customer', gateway, await makePage(gateway)],
        ['the same e-mail only', gateway, await makePage(gateway, { customer_email: 'ada@example.com' })],
        ['another merchant', other, await makePage(other, { customer_id: await makeCustomer(other) })],
        [
          'embedded fields of the same customer',
          gateway,
          (
            await gateway.post<{ id: string }>(
              '/api/sessions',
              gateway.sessionRequest({ customer: { id: ada } }),
            )
          ).id,
        ],
      ]
      for (const [who, at, id] of elsewhere) {
        expect((await bootstrap(at, id)).saved_cards, who).toEqual([])
        if (who.startsWith('embedded')) continue
        const answer = await payBySavedCard(at, id, card)
        expect([who, answer.status, answer.body]).toEqual([who, 422, CARD_NOT_FOUND])
      }
      const own = await makePage(gateway, { customer_id: ada })
      for (const id of [theirs, nobodys]) {
        expect((await payBySavedCard(gateway, own, id)).body).toEqual(CARD_NOT_FOUND)
      }
      // The other merchant's key does not open this session, in every address.
      const swapped = await fetch(`${gateway.ready.base_url}/api/client/sessions/${own}`, {
        headers: { 'user-agent': 'test', 'x-client-key': other.ready.client_key },
      })
      expect([swapped.status, await swapped.json()]).toEqual([404, { error: 'Not Found' }])
      // None of these requests used up the session.
      expect((await payBySavedCard(gateway, own, card)).body.result?.status ?? 'action').not.toBe('INVALID')
    })

    it('does not show saved cards that were deleted, or that the terminal does not accept', async () => {
      const { gateway, execute } = current()
      const merchant = await otherMerchant(gateway)
      const customer_id = await makeCustomer(merchant)
      const card = await saveCard(merchant, customer_id)
      const id = await makePage(merchant, { customer_id })
      await execute(
        `update terminals set brands = '["MASTERCARD"]' where merchant_id = '${merchant.ready.merchant_id}'`,
      )
      await gateway.advanceRealTime(6_000)
      expect((await bootstrap(merchant, id)).saved_cards).toEqual([])

      const ada = await makeCustomer(gateway)
      const deleted = await saveCard(gateway, ada)
      const page = await makePage(gateway, { customer_id: ada })
      await gateway.send('DELETE', `/api/payment-methods/${deleted}`)
      expect((await bootstrap(gateway, page)).saved_cards).toEqual([])
      expect(card).not.toBe(deleted)
    })
  })

  describe('the challenge', () => {
    const challengeOf = async (sessionId: string) => {
      const { gateway } = current()
      const { body, text } = await payByCard(gateway, sessionId)
      expect(body.action?.type, text).toBe('THREE_DS_2_CHALLENGE')
      return decodeToken(body.action?.token ?? '')
    }
    const makeChallenged = () =>
      makePage(current().gateway, { metadata: { simulated_flow: 'NO_METHOD_CHALLENGE' } })
    const statusOf = async (sessionId: string) =>
      (await current().gateway.get<SessionState>(`/api/sessions/${sessionId}`)).status

    it('in a frame is completed by the service, which notifies the parent page', async () => {
      const { gateway } = current()
      const id = await makeChallenged()
      const token = await challengeOf(id)
      const bank = await open(token.acs_url ?? '', 'iframe', challengeForm(token))
      const page = await answerBank(bank, ['1234'], 'iframe')
      expect(page.url).toContain('/hosted-payment-page/challenge-notification-url')
      expect(messageOf(page)).toMatchObject({ type: 'CHALLENGE_RESPONSE', trans_status: 'Y' })
      expect(page.text).toContain(`data-origin="${gateway.app.addresses().methodsUrl}"`)
      expect(await statusOf(id)).toBe('APPROVED')
    })

    it.each([
      ['1234', 'APPROVED'],
      ['1111', 'DECLINED'],
      ['cancel', 'CANCELED'],
    ])('as a full page, %s ends %s and returns to the shop without a result', async (answer, status) => {
      const { gateway } = current()
      const id = await makeChallenged()
      const token = await challengeOf(id)
      const bank = await open(token.acs_url ?? '', 'document', challengeForm(token))
      const answers = Array.from({ length: 3 }, () => answer)
      const end = await answerBank(bank, answers, 'document')
      expect([end.status, end.location]).toEqual([303, gateway.returnUrl])
      expect(await statusOf(id)).toBe(status)
    })
  })
})
