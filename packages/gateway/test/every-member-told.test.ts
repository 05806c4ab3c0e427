/**
 * Every member of a request that moves money reaches the provider, or is listed here with the reason why it does not.
 * The members come from the contract's schemas, so a new one fails here until it has its row.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'

import type { Envelope } from '@sluice/types'
import type { OperationMessage } from '@sluice/provider-protocol'
import { Secret } from '@sluice/platform/kernel/secret'
import { systemClock } from '@sluice/platform/system'

import { authorizeRequest } from '../../types/src/schemas/authorize.ts'
import {
  blikMethod,
  cardMethod,
  gwalletPayMethod,
  networkTokenMethod,
  providerRedirectMethod,
  savedCardMethod,
} from '../../types/src/schemas/payment-method-input.ts'
import { clientPaymentRequest } from '../../types/src/schemas/client.ts'
import { manageRequest } from '../../types/src/schemas/manage.ts'
import { paymentRequest as paymentSchema } from '../../types/src/schemas/payment.ts'
import { payoutRequest as payoutSchema } from '../../types/src/schemas/payout.ts'
import { sessionRequest } from '../../types/src/schemas/session.ts'
import { createProviders, createThreeDsServer, type Send } from '../src/providers/index.ts'
import { paymentRequest, payoutRequest, redirectRequest } from './elsewhere.ts'
import { EVERY_CAPABILITY } from './make-provider.ts'
import { BROWSER_INFO } from './merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** The gateway's messages to a provider, and to the 3DS server before it. */
interface Said {
  readonly provider: unknown
  readonly areq: unknown
}

let gateway: TestGateway
let customerId: string
let recordId: string
let said: { provider: unknown; areq: unknown }

/** A stored customer with all members. */
const RECORD = {
  email: 'grace@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
  phone: '+46707654321',
  address: { address: 'Kungsgatan 2', city: 'Stockholm', country: 'SE', postal_code: '111 43', region: 'AB' },
}

const OUTCOME = {
  processing_code: '0000',
  response_code: '00',
  response_message: 'Approved',
  approval_code: '123456',
  reference_number: '632611000001',
  systan: 1,
  retryable: false,
}

const answer = (body: unknown) =>
  Promise.resolve({ status: 200, contentType: 'application/json', body: JSON.stringify(body) })

const listen: Send = ({ path, body }) => {
  const message = JSON.parse(body) as Pick<
    OperationMessage,
    'account_id' | 'amount' | 'currency' | 'idempotency_key'
  >
  said.provider = message
  const { account_id, amount, currency, idempotency_key } = message
  const outcome = { account_id, approved_amount: amount, currency, idempotency_key, ...OUTCOME }
  return answer(path === '/orders' ? { result: 'OUTCOME', outcome } : outcome)
}

const authenticate: Send = ({ path, body }) => {
  if (path === '/enrolments')
    return answer({
      result: 'ENROLLED',
      three_ds_server_trans_id: randomUUID(),
      message_version: '2.2.0',
      three_ds_method_url: null,
    })
  said.areq = JSON.parse(body)
  return answer({
    result: 'AUTHENTICATED',
    trans_status: 'Y',
    trans_status_reason: null,
    eci: '05',
    authentication_value: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
    ds_trans_id: null,
  })
}

beforeAll(async () => {
  const options = { clock: systemClock, realTime: systemClock }
  const secret = new Secret('shared by both ends')
  const ids = ['sim-a', 'partner-blik', 'sim-redirect', 'sim-payments', 'sim-payouts']
  gateway = await startTestGateway({
    adapters: {
      providers: createProviders(
        ids.map((id) => ({
          id,
          type: 'http',
          capabilities: {
            ...EVERY_CAPABILITY,
            operations: { ...EVERY_CAPABILITY.operations, installments: true },
          },
          secret,
          timeoutMs: 1_000,
          at: listen,
        })),
        options,
      ),
      threeDsServer: createThreeDsServer({ secret, at: authenticate }, options),
    },
  })
  const created = await gateway.send<{ id: string }>('POST', '/api/customers', { email: 'ada@example.com' })
  customerId = created.body.id
  const known = await gateway.send<{ id: string }>('POST', '/api/customers', RECORD)
  recordId = known.body.id
})
afterAll(() => gateway.close())
beforeEach(() => {
  said = { provider: null, areq: null }
})

/** The place where a member's value arrives, with the value if it is changed, or the reason why it does not arrive. */
type Told = string | readonly [at: string, value: unknown] | { readonly because: string }

type Rows = Readonly<Record<string, Told>>

const OF_THE_GATEWAY = { because: 'the gateway leads the browser back itself' }

const CUSTOMER_MEMBERS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'address',
  'city',
  'country',
  'postal_code',
]

const CUSTOMER: Rows = Object.fromEntries(
  CUSTOMER_MEMBERS.map((member) => [`customer.${member}`, `provider.customer.${member}`]),
)

const BROWSER: Rows = Object.fromEntries(
  Object.keys(BROWSER_INFO).map((member) => [`browser_info.${member}`, `provider.browser_info.${member}`]),
)

const PAYMENT: Rows = {
  ...CUSTOMER,
  reference: 'provider.reference',
  terminal_id: 'provider.terminal_id',
  description: 'provider.description',
  currency: 'provider.currency',
  amount: 'provider.amount',
  customer_ip: 'provider.customer.ip',
  metadata: 'provider.metadata',
}

const AUTHORIZE: Rows = {
  ...PAYMENT,
  ...BROWSER,
  return_url: OF_THE_GATEWAY,
  'payment_method.type': { because: 'the members of its data say it' },
}

const CARD: Rows = {
  ...AUTHORIZE,
  transaction_type: 'provider.transaction_type',
  'tokenization.save_card_for_future_payments': ['provider.stored_credential.sequence', 'FIRST'],
  'tokenization.tokenize_for': { because: 'it says who may charge the card later, and is told then' },
  'options.three_ds.notification_url': 'areq.notification_url',
  'options.three_ds.challenge_preference': 'areq.challenge_preference',
  'options.three_ds.exemption': 'areq.exemption',
  'options.partial_approval': 'provider.partial_approval',
  'options.installments.count': 'provider.installments.count',
  'payment_method.data.encrypted_card_number': ['provider.card.number', '4242424242424242'],
  'payment_method.data.encrypted_cvv': ['provider.card.cvv', '123'],
  'payment_method.data.encrypted_expiration_month': ['provider.card.expiration_month', 12],
  'payment_method.data.encrypted_expiration_year': ['provider.card.expiration_year', 2030],
}

const without = (rows: Rows, prefix: string): Rows =>
  Object.fromEntries(Object.entries(rows).filter(([member]) => !member.startsWith(prefix)))

const ANY_CARD = without(CARD, 'payment_method.data.')

const SAVED_ALREADY = {
  'tokenization.save_card_for_future_payments': { because: 'a saved card or a token is not saved again' },
  'tokenization.tokenize_for': { because: 'a saved card or a token is not saved again' },
}

const ORDER: Rows = {
  ...AUTHORIZE,
  transaction_type: { because: 'an order is always a purchase' },
  ...SAVED_ALREADY,
  'options.three_ds.notification_url': { because: 'no card is authenticated' },
  'options.three_ds.challenge_preference': { because: 'no card is authenticated' },
  'options.three_ds.exemption': { because: 'no card is authenticated' },
  'options.partial_approval': { because: 'an order is paid as a whole' },
  'options.installments.count': { because: 'only cards are paid in installments' },
  'payment_method.type': 'provider.type',
}

/** The data of a card payment in the AReq. */
const AREQ: Rows = {
  ...Object.fromEntries(
    Object.keys(BROWSER_INFO).map((member) => [`browser_info.${member}`, `areq.browser.${member}`]),
  ),
  ...Object.fromEntries(
    ['email', 'phone', 'address', 'city', 'country', 'postal_code'].map((member) => [
      `customer.${member}`,
      `areq.cardholder.${member}`,
    ]),
  ),
  'customer.first_name': ['areq.cardholder.name', 'Ada Lovelace'],
  'customer.last_name': ['areq.cardholder.name', 'Ada Lovelace'],
  'customer.id': { because: 'it names a record of the gateway' },
  amount: 'areq.purchase_amount',
  currency: 'areq.purchase_currency',
  customer_ip: 'areq.browser.ip',
}

const KNOWN_CUSTOMER = () => ({
  id: customerId,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone: '+46701234567',
  address: 'Storgatan 1',
  city: 'Uppsala',
  country: 'SE',
  postal_code: '753 31',
})

/** All members of a request besides its payment method. */
const everything = () => ({
  description: 'Two apples',
  customer: KNOWN_CUSTOMER(),
  customer_ip: '203.0.113.7',
  metadata: { order: 7, gift: true },
})

/** The token’s own proof replaces 3-D Secure. */
const UNAUTHENTICATED: Rows = Object.fromEntries(
  ['notification_url', 'challenge_preference', 'exemption'].map((member) => [
    `options.three_ds.${member}`,
    { because: 'the token’s own proof stands for 3-D Secure' },
  ]),
)

const THREE_DS = { challenge_preference: 'CHALLENGE', exemption: 'LOW_VALUE' }

interface Method {
  readonly name: string
  readonly path: string
  readonly schema: z.ZodType
  /** The person whose data is in `payment_method`. */
  readonly method?: z.ZodType
  readonly rows: Rows
  readonly request: () => Promise<Record<string, unknown>>
  /** Further requests of the same kind. */
  readonly send?: (request: Record<string, unknown>) => Promise<unknown>
}

const authorizeWith = async (type: string, data: unknown, further: object = {}) =>
  gateway.cardRequest({
    metadata: everything().metadata,
    body: {
      ...everything(),
      payment_method: { type, data },
      options: {
        three_ds: { notification_url: 'https://shop.example/three-ds', ...THREE_DS },
        partial_approval: true,
        installments: { count: 3 },
      },
      ...further,
    },
  })

const SAVE = {
  tokenization: {
    save_card_for_future_payments: true,
    tokenize_for: 'MERCHANT_INITIATED_TRANSACTION',
  },
}

const METHODS: readonly Method[] = [
  {
    name: 'a card',
    path: '/api/transactions/authorize',
    schema: authorizeRequest,
    method: cardMethod,
    rows: CARD,
    request: async () => authorizeWith('card', await gateway.seal(), SAVE),
  },
  {
    name: 'a saved card',
    path: '/api/transactions/authorize',
    schema: authorizeRequest,
    method: savedCardMethod,
    rows: {
      ...ANY_CARD,
      ...SAVED_ALREADY,
      'payment_method.data.payment_method_id': ['provider.card.number', '4242424242424242'],
      'payment_method.data.encrypted_cvv': ['provider.card.cvv', '123'],
    },
    async request() {
      const { result } = await gateway.post<Envelope>(
        '/api/transactions/authorize',
        await authorizeWith('card', await gateway.seal(), SAVE),
      )
      const { encrypted_cvv } = await gateway.seal()
      return authorizeWith('saved_card', {
        payment_method_id: result?.payment_method.token,
        encrypted_cvv,
      })
    },
  },
  {
    name: 'a network token',
    path: '/api/transactions/authorize',
    schema: authorizeRequest,
    method: networkTokenMethod,
    rows: {
      ...ANY_CARD,
      ...SAVED_ALREADY,
      ...UNAUTHENTICATED,
      'payment_method.data.encrypted_token_number': ['provider.card.number', '4111111111111111'],
      'payment_method.data.encrypted_expiration_month': ['provider.card.expiration_month', 12],
      'payment_method.data.encrypted_expiration_year': ['provider.card.expiration_year', 2030],
      'payment_method.data.encrypted_cryptogram': ['provider.card.network_token.cryptogram', CRYPTOGRAM()],
      'payment_method.data.eci': 'provider.card.network_token.eci',
      'payment_method.data.source': 'provider.card.token_source',
    },
    request: async () =>
      authorizeWith(
        'network-token',
        await gateway.sealNetworkToken({ cryptogram: CRYPTOGRAM(), eci: '05', source: 'awallet-pay' }),
      ),
  },
  {
    name: 'a wallet token',
    path: '/api/transactions/authorize',
    schema: authorizeRequest,
    method: gwalletPayMethod,
    rows: {
      ...ANY_CARD,
      ...SAVED_ALREADY,
      'payment_method.data.gwallet_pay_token': ['provider.card.number', '4111111111111111'],
    },
    request: async () => authorizeWith('gwallet-pay', (await gateway.walletMethod()).data),
  },
  {
    name: 'the local scheme',
    path: '/api/transactions/authorize',
    schema: authorizeRequest,
    method: blikMethod,
    rows: {
      ...ORDER,
      // The payer in the method takes precedence over `customer`; here both are the same person.
      ...Object.fromEntries(
        ['email', 'first_name', 'last_name', 'phone', 'country', 'address', 'city', 'postal_code'].map(
          (member) => [`payment_method.data.${member}`, `provider.customer.${member}`],
        ),
      ),
      'payment_method.data.state': 'provider.customer.state',
      'payment_method.data.date_of_birth': 'provider.customer.date_of_birth',
      'payment_method.data.language': 'provider.customer.language',
      'payment_method.data.blik_code': 'provider.method_data.blik_code',
    },
    async request() {
      const { id: _, ...person } = KNOWN_CUSTOMER()
      return {
        ...redirectRequest(gateway, 'partner-blik', { ...everything(), browser_info: BROWSER_INFO }),
        payment_method: {
          type: 'partner-blik',
          data: {
            ...person,
            state: 'Uppland',
            date_of_birth: '1990-02-28',
            language: 'sv-SE',
            blik_code: '777123',
          },
        },
      }
    },
  },
  {
    name: 'a redirect',
    path: '/api/transactions/authorize',
    schema: authorizeRequest,
    method: providerRedirectMethod,
    rows: {
      ...ORDER,
      ...Object.fromEntries(
        ['email', 'first_name', 'last_name'].map((member) => [
          `payment_method.data.${member}`,
          `provider.customer.${member}`,
        ]),
      ),
    },
    async request() {
      const { first_name, last_name, email } = KNOWN_CUSTOMER()
      return {
        ...redirectRequest(gateway, 'provider-redirect-ali', { ...everything(), browser_info: BROWSER_INFO }),
        payment_method: { type: 'provider-redirect-ali', data: { first_name, last_name, email } },
      }
    },
  },
  {
    name: 'a payment',
    path: '/api/transactions/payment',
    schema: paymentSchema,
    rows: {
      ...PAYMENT,
      method: ['provider.type', 'payment_upi'],
      country: 'provider.country',
      return_url: OF_THE_GATEWAY,
      error_url: OF_THE_GATEWAY,
      cancel_url: OF_THE_GATEWAY,
      'options.vpa': 'provider.method_data.vpa',
    },
    request: async () =>
      paymentRequest(gateway, {
        ...everything(),
        method: 'UPI',
        country: 'IN',
        currency: 'INR',
        options: { vpa: 'ada@upi' },
      }),
  },
  {
    name: 'a payout',
    path: '/api/transactions/payout',
    schema: payoutSchema,
    rows: {
      ...PAYMENT,
      ...Object.fromEntries(
        [
          'account_number',
          'account_name',
          'ifsc',
          'bank_code',
          'bank_name',
          'bank_branch',
          'bank_address',
          'bank_city',
          'bank_state',
          'mobile',
        ].map((member) => [`beneficiary.data.${member}`, `provider.beneficiary.${member}`]),
      ),
      'beneficiary.type': { because: 'a bank account is all that there is' },
      return_url: { because: 'no browser is sent anywhere' },
      options: 'provider.options',
    },
    request: async () =>
      payoutRequest(gateway, '123456789004', {
        ...everything(),
        options: { purpose: 'winnings' },
        beneficiary: {
          type: 'bank_account',
          data: {
            account_number: '123456789004',
            account_name: 'Asha Rao',
            ifsc: 'HDFC0001234',
            bank_code: 'HDFC',
            bank_name: 'HDFC Bank',
            bank_branch: 'Fort',
            bank_address: 'MG Road 1',
            bank_city: 'Mumbai',
            bank_state: 'MH',
            mobile: '9876543210',
          },
        },
      }),
  },
]

const FOLLOW_UP: Method = {
  name: 'a capture',
  path: '/api/transactions/manage',
  schema: manageRequest,
  rows: {
    transaction_type: 'provider.operation',
    amount: 'provider.amount',
    currency: 'provider.currency',
    metadata: 'provider.metadata',
    'options.final_capture': 'provider.final_capture',
    terminal_id: { because: 'the original has the account' },
    reference: { because: 'the original is named by its key' },
    parent_transaction_id: { because: 'the original is named by its key' },
  },
  async request() {
    const { result } = await gateway.authorize({ body: { transaction_type: 'AUTHORIZE' } })
    return {
      terminal_id: gateway.ready.terminal_id,
      reference: result?.reference,
      parent_transaction_id: result?.id,
      transaction_type: 'CAPTURE',
      amount: 4_000,
      currency: 'EUR',
      metadata: { order: '7' },
      options: { final_capture: false },
    }
  },
}

const under = (prefix: string, rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).map(([member, told]) => [`${prefix}.${member}`, told]))

const SESSION: Method = {
  name: 'a session',
  path: '/api/sessions',
  schema: z.strictObject({
    session: sessionRequest,
    payment: clientPaymentRequest.extend({ payment_method: cardMethod }),
  }),
  rows: {
    ...under('session', {
      ...CUSTOMER,
      reference: 'provider.reference',
      terminal_id: 'provider.terminal_id',
      description: 'provider.description',
      currency: 'provider.currency',
      amount: 'provider.amount',
      transaction_type: 'provider.transaction_type',
      metadata: 'provider.metadata',
      return_url: OF_THE_GATEWAY,
      country: { because: 'it chooses which methods are offered; a card has none' },
      'tokenization.save_card_for_future_payments': ['provider.stored_credential.sequence', 'FIRST'],
      'tokenization.show_save_card_for_future_payments': { because: 'it draws a checkbox' },
      'options.three_ds.challenge_preference': 'areq.challenge_preference',
      'options.three_ds.exemption': 'areq.exemption',
      'options.installments.max_count': { because: 'it limits what the shopper may choose' },
    }),
    ...under('payment', {
      ...without(CUSTOMER, 'customer.id'),
      ...BROWSER,
      'tokenization.save_card_for_future_payments': ['provider.stored_credential.sequence', 'FIRST'],
      revision: { because: 'it says which amount the page shows' },
      'installments.count': 'provider.installments.count',
      'payment_method.type': { because: 'the members of its data say it' },
      ...Object.fromEntries(
        Object.entries(CARD).filter(([member]) => member.startsWith('payment_method.data.')),
      ),
    }),
  },
  async request() {
    const { id: _, ...person } = KNOWN_CUSTOMER()
    return {
      session: gateway.sessionRequest({
        customer: KNOWN_CUSTOMER(),
        country: 'SE',
        metadata: everything().metadata,
        tokenization: { save_card_for_future_payments: true },
        options: { three_ds: THREE_DS, installments: { max_count: 6 } },
      }),
      payment: {
        customer: person,
        browser_info: BROWSER_INFO,
        tokenization: { save_card_for_future_payments: true },
        installments: { count: 4 },
      },
    }
  },
  async send({ session, payment }) {
    const { id } = await gateway.post<{ id: string }>('/api/sessions', session)
    const data = await gateway.seal({}, id)
    const answer = await gateway.sendFromBrowser('POST', `/api/client/sessions/${id}/payments`, {
      ...(payment as object),
      payment_method: { type: 'card', data },
    })
    expect(answer.status, answer.text).toBe(200)
  },
}

/** 28 bytes, as networks create them. */
function CRYPTOGRAM(): string {
  return Buffer.alloc(28, 9).toString('base64')
}

/** Lists the paths of all leaf members. */
function leavesOf(schema: z.ZodType, path: string): readonly string[] {
  const { def } = schema as unknown as {
    readonly def: { readonly type: string; readonly innerType?: z.ZodType; readonly shape?: object }
  }
  if (def.innerType) return leavesOf(def.innerType, path)
  const members = Object.entries(def.shape ?? {}) as readonly (readonly [string, z.ZodType])[]
  if (def.type !== 'object' || members.length === 0) return [path]
  return members.flatMap(([name, member]) => leavesOf(member, path === '' ? name : `${path}.${name}`))
}

function membersOf({ schema, method }: Method): readonly string[] {
  const members = leavesOf(schema, '').filter((member) => member !== 'payment_method')
  return method ? [...members, ...leavesOf(method, 'payment_method')] : members
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], value)
}

function expectTold(rows: Rows, request: unknown, heard: Said): void {
  for (const [member, told] of Object.entries(rows)) {
    if (typeof told === 'object' && 'because' in told) continue
    const [at, value] = typeof told === 'string' ? [told, valueAt(request, member)] : told
    expect(value, `${member} was not sent`).toBeDefined()
    expect([member, valueAt(heard, at)]).toEqual([member, value])
  }
}

describe.each([...METHODS, FOLLOW_UP, SESSION])('every member of $name', (method) => {
  it('every member of the contract has a row, and there are no other rows', () => {
    expect(Object.keys(method.rows).sort()).toEqual([...membersOf(method)].sort())
  })

  it('every member that should reach the provider does', async () => {
    const request = await method.request()
    await (method.send?.(request) ?? gateway.post(method.path, request))
    expectTold(method.rows, request, said)
  })
})

it('the AReq of a card payment contains browser and cardholder', async () => {
  const request = await authorizeWith('card', await gateway.seal())
  await gateway.post('/api/transactions/authorize', request)
  expectTold(AREQ, request, said)
  const members = Object.keys(AREQ)
  for (const member of [...Object.keys(CUSTOMER), ...Object.keys(BROWSER)]) expect(members).toContain(member)
})

it.each(['a card', 'the local scheme', 'a payment'])(
  'options of %s that do not belong to the gateway reach the provider unchanged',
  async (name) => {
    const method = METHODS.find((one) => one.name === name)
    const options = { channel: 'app', risk: { score: 7 } }
    await gateway.post(method?.path ?? '', { ...(await method?.request()), options })
    expect(valueAt(said, 'provider.options')).toEqual(options)
  },
)

it.each([
  ['the session', { country: 'DE' }, {}, 'DE'],
  ['the customer of the session', { customer: { country: 'SE' } }, {}, 'SE'],
  ['the data of the method', { country: 'DE' }, { country: 'CZ' }, 'CZ'],
  ['nothing', {}, {}, 'PL'],
])('a session paid with the local scheme reports the country of %s', async (_, session, data, country) => {
  const { id } = await gateway.post<{ id: string }>(
    '/api/sessions',
    gateway.sessionRequest({ currency: 'PLN', ...session }),
  )
  const { email, first_name, last_name } = KNOWN_CUSTOMER()
  const answer = await gateway.sendFromBrowser('POST', `/api/client/sessions/${id}/payments`, {
    payment_method: { type: 'partner-blik', data: { email, first_name, last_name, ...data } },
    browser_info: BROWSER_INFO,
  })
  expect(answer.status, answer.text).toBe(200)
  expect(valueAt(said, 'provider.country')).toBe(country)
})

it('a name and address that the shopper changed reach the provider', async () => {
  const known = { email: 'session@example.com', first_name: 'Jane', last_name: 'Doe', phone: '+46701740605' }
  const typed = { email: 'jan@example.com', first_name: 'Jan', last_name: 'Nowak' }
  const session = await gateway.post<{ id: string }>(
    '/api/sessions',
    gateway.sessionRequest({ customer: known }),
  )
  const answer = await gateway.sendFromBrowser('POST', `/api/client/sessions/${session.id}/payments`, {
    payment_method: { type: 'provider-redirect-ali', data: typed },
    browser_info: BROWSER_INFO,
  })
  expect(answer.status, answer.text).toBe(200)
  expect(valueAt(said, 'provider.customer')).toMatchObject({ ...known, ...typed })
  expect((await gateway.status(session.id)).customer).toMatchObject({ ...known, ...typed })
})

it.each(['a card', 'the local scheme'])('the telephone number of %s is sent as digits only', async (name) => {
  const method = METHODS.find((one) => one.name === name)
  const request = await method?.request()
  const { payment_method } = request as { payment_method: { type: string; data: Record<string, unknown> } }
  const phone = '+46 (70) 123-45.67'
  const data = 'phone' in payment_method.data ? { ...payment_method.data, phone } : payment_method.data
  const { result } = await gateway.post<Envelope>(method?.path ?? '', {
    ...request,
    customer: { ...KNOWN_CUSTOMER(), phone },
    payment_method: { ...payment_method, data },
  })
  expect(valueAt(said, 'provider.customer.phone')).toBe('+46701234567')
  if (said.areq !== null) expect(valueAt(said, 'areq.cardholder.phone')).toBe('+46701234567')
  expect(result?.customer.phone).toBe('+46701234567')
})

it('the mobile number of a beneficiary is sent as digits only', async () => {
  const method = METHODS.find(({ name }) => name === 'a payout')
  const request = await method?.request()
  const { beneficiary } = request as { beneficiary: { type: string; data: object } }
  const data = { ...beneficiary.data, mobile: '+46 70 123 45 67' }
  await gateway.post(method?.path ?? '', { ...request, beneficiary: { ...beneficiary, data } })
  expect(valueAt(said, 'provider.beneficiary.mobile')).toBe('+46701234567')
})

describe('a customer with only an id in the request', () => {
  const { address, ...person } = RECORD
  const { region, ...postal } = address
  const place = { ...postal, state: region }
  const known = { ...person, ...place }
  const others = async (name: string) => {
    const method = METHODS.find((one) => one.name === name)
    return { path: method?.path ?? '', request: { ...(await method?.request()), customer: { id: recordId } } }
  }

  it.each(['a card', 'a payment', 'a payout'])('reaches the provider of %s as stored', async (name) => {
    const { path, request } = await others(name)
    await gateway.post(path, request)
    expect(valueAt(said, 'provider.customer')).toMatchObject({ id: recordId, ...known })
  })

  it('reaches the issuer', async () => {
    const { path, request } = await others('a card')
    await gateway.post(path, request)
    const { first_name, last_name, ...cardholder } = known
    expect(valueAt(said, 'areq.cardholder')).toMatchObject({
      ...cardholder,
      name: `${first_name} ${last_name}`,
    })
  })

  it('has stored data, overridden by that of the method', async () => {
    const { path, request } = await others('a redirect')
    await gateway.post(path, request)
    expect(valueAt(said, 'provider.customer')).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      ...place,
    })
  })

  it('is sent in addition to a different payer in the method', async () => {
    const { path, request } = await others('the local scheme')
    const payer = { first_name: 'Jan', last_name: 'Nowak', email: 'jan@example.com', city: 'Warszawa' }
    const customer = { id: recordId, first_name: 'Ada', email: 'ada@example.com', address: 'Storgatan 1' }
    const { result } = await gateway.post<Envelope>(path, {
      ...request,
      customer,
      payment_method: { type: 'partner-blik', data: { ...payer, blik_code: '777123' } },
    })
    expect(valueAt(said, 'provider.customer')).toMatchObject({ id: recordId, ...payer, address: null })
    expect(result?.customer).toMatchObject(customer)
  })

  it('does not mix an address of the request with a stored one', async () => {
    const { path, request } = await others('a card')
    await gateway.post(path, { ...request, customer: { id: recordId, city: 'Uppsala' } })
    expect(valueAt(said, 'provider.customer')).toMatchObject({
      ...person,
      city: 'Uppsala',
      address: null,
      country: null,
      postal_code: null,
      state: null,
    })
  })

  it('has no region in the answer, which has only the members of the specification', async () => {
    const { path, request } = await others('a payment')
    const { result } = await gateway.post<Envelope>(path, request)
    expect(result?.customer).toEqual({ id: recordId, ...person, ...postal })
  })

  it('reaches the provider of a session, and not its page', async () => {
    const created = await gateway.post<{ id: string }>(
      '/api/sessions',
      gateway.sessionRequest({ customer: { id: recordId } }),
    )
    const bootstrap = await gateway.sendFromBrowser('GET', `/api/client/sessions/${created.id}`)
    expect(bootstrap.text).not.toContain(RECORD.email)
    const data = await gateway.seal({}, created.id)
    const answer = await gateway.sendFromBrowser('POST', `/api/client/sessions/${created.id}/payments`, {
      payment_method: { type: 'card', data },
      browser_info: BROWSER_INFO,
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain(RECORD.email)
    expect(valueAt(said, 'provider.customer')).toMatchObject({ id: recordId, ...known })
  })
})
