import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { BROWSER_INFO } from '../../../test/merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import type { AuthenticationRequest, EnrolmentRequest } from '../../three-ds/index.ts'

let gateway: TestGateway
let told: AuthenticationRequest[] = []
let enrolled: EnrolmentRequest[] = []

beforeAll(async () => {
  gateway = await startTestGateway({
    adapters: {
      threeDsServer: {
        enrol(request) {
          enrolled.push(request)
          return Promise.resolve({
            kind: 'enrolled',
            threeDsServerTransId: randomUUID(),
            messageVersion: '2.2.0',
            methodUrl: null,
          })
        },
        authenticate(request) {
          told.push(request)
          return Promise.resolve({
            kind: 'authenticated',
            transStatus: 'Y',
            transStatusReason: null,
            eci: '05',
            authenticationValue: null,
            dsTransId: null,
          })
        },
        readChallengeResult: () => Promise.resolve(null),
      },
    },
  })
})
afterAll(() => gateway.close())
beforeEach(() => {
  told = []
  enrolled = []
})

it('both calls name the seller, the acquirer, the purchase and the time', async () => {
  const { transaction } = await gateway.pay({})
  const sale = {
    seller: {
      name: 'Demo shop',
      country: 'SE',
      mcc: '5999',
      url: 'https://shop.example',
      acquirer: {
        bin: '401200',
        merchantId: 'SIMULATED-MERCHANT',
        requestorId: 'SIMULATED-REQUESTOR',
        requestorName: 'Demo shop',
        requestorUrl: 'https://shop.example',
      },
    },
    amountMinor: transaction.amount,
    currency: 'EUR',
    requestedAtMs: expect.any(Number),
    isPayment: true,
    savesCard: false,
    challengePreference: 'NO_PREFERENCE',
    exemption: null,
    channel: 'BROWSER',
  }
  expect(enrolled).toMatchObject([sale])
  expect(told).toMatchObject([sale])
  expect(told[0]?.requestedAtMs).toBe(enrolled[0]?.requestedAtMs)
})

it('both calls say that the card is saved', async () => {
  const tokenization = { save_card_for_future_payments: true, tokenize_for: 'CUSTOMER_INITIATED_TRANSACTION' }
  await gateway.pay({ body: { tokenization } })
  expect([...enrolled, ...told].map(({ savesCard }) => savesCard)).toEqual([true, true])
})

it('the AReq has the cardholder’s name in EMV’s alphabet, or none if it is too short', async () => {
  await gateway.pay({ body: { customer: { first_name: 'Łukasz', last_name: 'Żółć' } } })
  await gateway.pay({ body: { customer: { first_name: 'B' } } })
  expect(told.map(({ cardholder }) => cardholder?.name)).toEqual(['Lukasz Zolc', null])
})

it('the AReq has the address in EMV’s alphabet and lengths', async () => {
  const address = `Åkergränd ${'1'.repeat(60)}`
  await gateway.pay({ body: { customer: { address, city: 'Łódź', postal_code: '753 31', country: 'PL' } } })
  expect(told[0]?.cardholder).toMatchObject({
    address: `Akergrand ${'1'.repeat(40)}`,
    city: 'Lodz',
    postalCode: '753 31',
  })
})

it('the AReq has the version that the card’s range was enrolled with', async () => {
  await gateway.pay({})
  expect(told[0]?.messageVersion).toBe('2.2.0')
})

/** Each member of a customer, and where the AReq has it. */
const DESTINATIONS = {
  first_name: ['Ada', 'name', 'Ada Lovelace'],
  last_name: ['Lovelace', 'name', 'Ada Lovelace'],
  email: ['ada@example.com', 'email', 'ada@example.com'],
  phone: ['+46701234567', 'phone', '+46701234567'],
  address: ['Storgatan 1', 'address', 'Storgatan 1'],
  city: ['Uppsala', 'city', 'Uppsala'],
  country: ['SE', 'country', 'SE'],
  postal_code: ['753 31', 'postalCode', '753 31'],
} as const

it('the AReq carries every member of the customer, the address of the browser and what the browser said', async () => {
  const customer = Object.fromEntries(Object.entries(DESTINATIONS).map(([name, [value]]) => [name, value]))
  const { transaction } = await gateway.pay({ body: { customer, customer_ip: '203.0.113.7' } })
  expect(transaction.status).toBe('APPROVED')
  const [request] = told
  const expected = Object.fromEntries(Object.values(DESTINATIONS).map(([, place, value]) => [place, value]))
  // A request's customer has no region.
  expect(request?.cardholder).toEqual({ ...expected, state: null })
  expect(request?.browserInfo).toMatchObject({
    ip: '203.0.113.7',
    userAgent: BROWSER_INFO.user_agent,
    acceptHeader: BROWSER_INFO.accept_header,
    // A merchant's own page may run without scripts.
    javaScriptEnabled: null,
  })
})

it.each([
  ['cc', 254, true],
  ['ccc', 255, false],
])('the AReq has an e-mail address at %s.example with %i characters: %s', async (label, length, isTold) => {
  const email = `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}${label}.example`
  expect(email).toHaveLength(length)
  await gateway.pay({ body: { customer: { email } } })
  expect(told[0]?.cardholder?.email ?? null).toBe(isTold ? email : null)
})

it.each([
  ['SE-AB', 'AB'],
  ['Stockholms län', null],
])('the AReq has only codes of regions: %s becomes %s', async (region, state) => {
  const { body: customer } = await gateway.send<{ id: string }>('POST', '/api/customers', {
    email: 'ada@example.com',
    address: { country: 'SE', region },
  })
  await gateway.pay({ body: { customer: { id: customer.id } } })
  expect(told[0]?.cardholder).toMatchObject({ country: 'SE', state })
})

it('records the address of a merchant’s server, and never sends it to the bank as the shopper’s', async () => {
  const { transaction } = await gateway.pay({})
  expect(transaction.customer_ip).toBe('127.0.0.1')
  expect(told[0]?.browserInfo.ip).toBeNull()
})

it('a form of the gateway runs scripts, and the connection gives the address', async () => {
  const session = await gateway.post<{ id: string }>('/api/sessions', gateway.sessionRequest())
  const answer = await gateway.sendFromBrowser('POST', `/api/client/sessions/${session.id}/payments`, {
    payment_method: { type: 'card', data: await gateway.seal({}, session.id) },
    browser_info: BROWSER_INFO,
  })
  expect(answer.status, answer.text).toBe(200)
  expect(told[0]?.cardholder).toBeNull()
  expect(told[0]?.browserInfo).toMatchObject({ ip: '127.0.0.1', javaScriptEnabled: true })
})
