import { type PublicEncryptionKey, sealField } from '@sluice/card-encryption/encrypt'
import type { Envelope, SandboxCredentials, Timeline, TransactionEvent } from '@sluice/types'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { makeProvider } from '../../../test/make-provider.ts'
import { BROWSER_INFO, MerchantAtGateway, type PaymentInput } from '../../../test/merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import type { ProviderAuthorization } from '../execution/provider.ts'

const AUTHORIZE = '/api/transactions/authorize'
const BROWSER_REQUIRED = [{ property: 'browser_info', message: 'is required' }]

let gateway: TestGateway
let told: ProviderAuthorization[] = []
let outcomeCode: '0000' | '1000' = '0000'

beforeAll(async () => {
  const provider = makeProvider('sim-a', {
    authorize(request) {
      told.push(request)
      return Promise.resolve({
        processingCode: outcomeCode,
        providerResponseCode: outcomeCode === '0000' ? '00' : '05',
        providerResponseMessage: 'of the test',
        approvalCode: '123456',
        referenceNumber: '632611000001',
        systan: 1,
        retryable: false,
        networkTransactionId: `NETWORK-${told.length}`,
      })
    },
  })
  gateway = await startTestGateway({ adapters: { providers: new Map([['sim-a', provider]]) } })
})
afterAll(() => gateway.close())
beforeEach(() => {
  told = []
  outcomeCode = '0000'
})

type TokenizeFor = 'MERCHANT_INITIATED_TRANSACTION' | 'CUSTOMER_INITIATED_TRANSACTION'

/** Saves a card with a payment of its holder; gives its id. */
async function saveCard(
  tokenizeFor: TokenizeFor,
  input: PaymentInput = { flow: 'CHALLENGE', atTheBank: ['1234'] },
  merchant: MerchantAtGateway = gateway,
): Promise<string> {
  const tokenization = { save_card_for_future_payments: true, tokenize_for: tokenizeFor }
  const pay = { ...input, body: { tokenization, ...input.body } }
  const { result } =
    merchant === gateway
      ? (await gateway.pay(pay)).envelope
      : await merchant.post<Envelope>(AUTHORIZE, await merchant.cardRequest(pay))
  expect(result?.status).toBe('APPROVED')
  return result?.payment_method.token ?? ''
}

/** Charges a saved card as a merchant's scheduler does: without a browser, and without the CVV that is not kept. */
async function charge(id: string, changes: object = {}, merchant: MerchantAtGateway = gateway) {
  const request = await merchant.cardRequest({
    body: {
      browser_info: undefined,
      payment_method: { type: 'saved_card', data: { payment_method_id: id } },
      ...changes,
    },
  })
  return merchant.send<Envelope & { errors?: { property: string; message: string }[] }>(
    'POST',
    AUTHORIZE,
    request,
  )
}

async function eventOf(transactionId: string): Promise<TransactionEvent> {
  const events = await gateway.books.all('events')
  const event = events.find((row) => row['transaction_id'] === transactionId)
  return JSON.parse(String(event?.['payload'])) as TransactionEvent
}

describe('Stored credentials', () => {
  it('the payment that saves a card is the first, and initiated by the customer', async () => {
    await saveCard('CUSTOMER_INITIATED_TRANSACTION', { flow: 'NO_3DS' })
    await saveCard('MERCHANT_INITIATED_TRANSACTION')
    expect(told.map(({ storedCredential }) => storedCredential)).toEqual([
      { initiator: 'CUSTOMER', sequence: 'FIRST', networkTransactionId: null },
      { initiator: 'CUSTOMER', sequence: 'FIRST', networkTransactionId: null },
    ])
  })

  it('does not report a card that is not saved as a stored credential', async () => {
    await gateway.pay({ flow: 'NO_3DS' })
    expect(told.map(({ storedCredential }) => storedCredential)).toEqual([null])
  })

  it('a payment by the holder with a saved card refers to the payment that saved it, through a challenge too', async () => {
    const id = await saveCard('CUSTOMER_INITIATED_TRANSACTION', { flow: 'NO_3DS' })
    const payment_method = { type: 'saved_card', data: { payment_method_id: id } }
    await gateway.pay({ flow: 'NO_3DS', body: { payment_method } })
    await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'], body: { payment_method } })
    const later = { initiator: 'CUSTOMER', sequence: 'SUBSEQUENT', networkTransactionId: 'NETWORK-1' }
    expect(told.slice(1).map(({ storedCredential }) => storedCredential)).toEqual([later, later])
    expect(told[2]?.authentication).toMatchObject({ transStatus: 'Y' })
  })

  it('a card that is saved again refers to the later payment', async () => {
    const { body: customer } = await gateway.send<{ id: string }>('POST', '/api/customers', {
      email: 'ada@example.com',
    })
    const body = { customer: { id: customer.id } }
    const first = await saveCard('MERCHANT_INITIATED_TRANSACTION', { flow: 'NO_3DS', body })
    expect((await charge(first)).body.errors).toMatchObject(BROWSER_REQUIRED)
    const again = await saveCard('MERCHANT_INITIATED_TRANSACTION', {
      flow: 'CHALLENGE',
      atTheBank: ['1234'],
      body,
    })
    expect(again).toBe(first)
    expect((await charge(first)).body.result?.status).toBe('APPROVED')
    expect(told.at(-1)?.storedCredential?.networkTransactionId).toBe('NETWORK-2')
  })
})

describe('A card that is saved for the merchant', () => {
  /** Also returns how later requests name its customer. */
  async function keepCard() {
    const { body: customer } = await gateway.send<{ id: string }>('POST', '/api/customers', {
      email: 'ada@example.com',
    })
    const body = { customer: { id: customer.id } }
    const kept = await saveCard('MERCHANT_INITIATED_TRANSACTION', {
      flow: 'CHALLENGE',
      atTheBank: ['1234'],
      body,
    })
    return { kept, body }
  }

  it.each([
    ['without a purpose', { save_card_for_future_payments: true }],
    [
      'for its customer',
      { save_card_for_future_payments: true, tokenize_for: 'CUSTOMER_INITIATED_TRANSACTION' },
    ],
  ] as const)('stays so when it is saved again %s', async (_, tokenization) => {
    const { kept, body } = await keepCard()
    const card = { expirationYear: '2033' }
    const again = await gateway.pay({ flow: 'NO_3DS', card, body: { ...body, tokenization } })
    expect(again.envelope.result?.payment_method.token).toBe(kept)
    expect(await gateway.get(`/api/payment-methods/${kept}`)).toMatchObject({
      tokenize_for: 'MERCHANT_INITIATED_TRANSACTION',
      card_exp_year: 2033,
    })
    expect((await charge(kept)).body.result?.status).toBe('APPROVED')
    expect(told.at(-1)?.storedCredential?.networkTransactionId).toBe('NETWORK-1')
  })

  it('stays so when its shopper saves it at a checkout', async () => {
    const { kept, body } = await keepCard()
    const tokenization = { show_save_card_for_future_payments: true }
    const session = await gateway.post<{ id: string }>(
      '/api/sessions',
      gateway.sessionRequest({ ...body, tokenization, metadata: { simulated_flow: 'NO_3DS' } }),
    )
    const paid = await gateway.sendFromBrowser('POST', `/api/client/sessions/${session.id}/payments`, {
      payment_method: { type: 'card', data: await gateway.seal({}, session.id) },
      browser_info: BROWSER_INFO,
      tokenization: { save_card_for_future_payments: true },
    })
    expect(paid.status, paid.text).toBe(200)
    expect((await gateway.status(session.id)).payment_method.token).toBe(kept)
    expect((await charge(kept)).body.result?.status).toBe('APPROVED')
  })
})

describe('A merchant-initiated charge', () => {
  it('is authorized without browser, CVV and 3DS of a shopper, and marked as initiated by the merchant', async () => {
    const id = await saveCard('MERCHANT_INITIATED_TRANSACTION')
    const { status, body } = await charge(id, { metadata: { simulated_flow: 'CHALLENGE' } })
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      status: 'APPROVED',
      payment_method: { type: 'saved_card', token: id },
    })
    expect(told[1]).toMatchObject({
      card: { cvv: null },
      storedCredential: {
        initiator: 'MERCHANT',
        sequence: 'SUBSEQUENT',
        networkTransactionId: 'NETWORK-1',
      },
    })
    expect(await eventOf(body.result?.id ?? '')).toMatchObject({
      payload: { transaction_initiated_by: 'MERCHANT' },
    })
  })

  it('returns a decline as a result like any other', async () => {
    const id = await saveCard('MERCHANT_INITIATED_TRANSACTION')
    outcomeCode = '1000'
    expect((await charge(id)).body.result).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
    outcomeCode = '0000'
    expect((await charge(id)).body.result?.status).toBe('APPROVED')
  })

  it.each(['FRICTIONLESS_SUCCESS', 'FRICTIONLESS_ATTEMPTED'] as const)(
    'requires a card that was saved with an authenticated payment: %s is one',
    async (flow) => {
      const id = await saveCard('MERCHANT_INITIATED_TRANSACTION', { flow })
      expect((await charge(id)).status).toBe(200)
    },
  )

  it.each(['NO_3DS', 'FRICTIONLESS_INFORMATIONAL'] as const)(
    'requires the browser data where the saving payment was not authenticated: %s',
    async (flow) => {
      const id = await saveCard('MERCHANT_INITIATED_TRANSACTION', { flow })
      const { status, body } = await charge(id)
      expect([status, body.errors]).toMatchObject([422, BROWSER_REQUIRED])
      expect(told).toHaveLength(1)
    },
  )

  it('requires the browser data for a card that was saved only for its customer', async () => {
    const id = await saveCard('CUSTOMER_INITIATED_TRANSACTION')
    const { status, body } = await charge(id)
    expect([status, body.errors]).toMatchObject([422, BROWSER_REQUIRED])
  })

  it('requires the browser data when it has a CVV, which a shopper typed', async () => {
    const id = await saveCard('MERCHANT_INITIATED_TRANSACTION')
    const keys = gateway.ready.encryption_keys.keys as readonly PublicEncryptionKey[]
    const key = keys.find(({ alg }) => alg === 'HPKE-7')
    if (!key) throw new Error('no HPKE-7 key')
    const issuedAtSeconds = Math.floor(gateway.clock.now() / 1000)
    const encrypted_cvv = await sealField({
      key,
      field: 'encrypted_cvv',
      value: '123',
      context: '',
      issuedAtSeconds,
    })
    const { status, body } = await charge(id, {
      payment_method: { type: 'saved_card', data: { payment_method_id: id, encrypted_cvv } },
    })
    expect([status, body.errors]).toMatchObject([422, BROWSER_REQUIRED])
  })

  it('refuses an unknown card like any payment with it', async () => {
    const { status, body } = await charge('nothing')
    expect([status, body.errors]).toMatchObject([422, [{ message: 'Payment method not found' }]])
  })

  it('is refused with 403 to a client without the role, and `merchant` does not include it', async () => {
    const made = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {
      roles: ['merchant'],
    })
    const merchant = new MerchantAtGateway(made.body, gateway.clock)
    const id = await saveCard('MERCHANT_INITIATED_TRANSACTION', { flow: 'NO_3DS' }, merchant)
    const refused = await charge(id, {}, merchant)
    expect([refused.status, refused.body]).toEqual([403, { error: 'Forbidden' }])
    expect(told).toHaveLength(1)
  })
})

describe('3RI: the bank authenticates a merchant-initiated charge', () => {
  it.each(['CHALLENGE', 'FRICTIONLESS_ATTEMPTED'] as const)(
    'and the provider gets the proof, for a card saved by %s',
    async (flow) => {
      const id = await saveCard('MERCHANT_INITIATED_TRANSACTION', { flow, atTheBank: ['1234'] })
      const { body } = await charge(id)
      expect(told[1]?.authentication).toMatchObject({ transStatus: 'Y', eci: '05' })
      expect(told[1]?.authentication?.authenticationValue?.reveal()).toHaveLength(28)
      const timeline = await gateway.get<Timeline>(`/api/transactions/${body.result?.id}/timeline`)
      expect(timeline.data.find(({ kind }) => kind === 'AUTHENTICATION')).toMatchObject({
        title: 'Bank authenticated the merchant-initiated charge (3RI)',
        detail: { channel: '3RI', trans_status: 'Y', challenge_round: 0 },
      })
    },
  )

  it.each([
    ['MERCHANT_INITIATED_CHALLENGE', 'DECLINED', '3002', 'C'],
    ['MERCHANT_INITIATED_REJECTED', 'DECLINED', '3001', 'R'],
  ] as const)('%s ends %s %s, and no provider is asked', async (flow, status, code, letter) => {
    const id = await saveCard('MERCHANT_INITIATED_TRANSACTION')
    const { body } = await charge(id, { metadata: { simulated_flow: flow } })
    expect(body.result).toMatchObject({ status, processing_code: code })
    expect(told).toHaveLength(1)
    expect(await eventOf(body.result?.id ?? '')).toMatchObject({
      payload: { authentication_status: letter },
    })
  })

  it.each(['MERCHANT_INITIATED_UNAVAILABLE', 'DIRECTORY_TIMEOUT', 'NOT_ENROLLED', 'NO_3DS'] as const)(
    '%s: without an answer of the bank, the charge continues unauthenticated',
    async (flow) => {
      const id = await saveCard('MERCHANT_INITIATED_TRANSACTION')
      const { body } = await charge(id, { metadata: { simulated_flow: flow } })
      expect(body.result?.status).toBe('APPROVED')
      expect(told[1]?.authentication).toBeNull()
    },
  )

  it.each([
    ['4000003000150009', 'DECLINED'],
    ['4000003000160008', 'DECLINED'],
    ['4000003000170007', 'APPROVED'],
  ] as const)('the test card %s is saved, and its later charges are %s', async (number, status) => {
    const id = await saveCard('MERCHANT_INITIATED_TRANSACTION', { card: { number } })
    expect((await charge(id)).body.result?.status).toBe(status)
  })
})
