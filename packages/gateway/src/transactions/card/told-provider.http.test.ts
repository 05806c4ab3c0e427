import type { Envelope } from '@sluice/types'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { payoutRequest, paymentRequest, redirectRequest } from '../../../test/elsewhere.ts'
import { makeProvider } from '../../../test/make-provider.ts'
import { BROWSER_INFO } from '../../../test/merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import type { OrderRequest, ProviderAuthorization, ProviderOutcome } from '../execution/provider.ts'

const APPROVED: ProviderOutcome = {
  processingCode: '0000',
  providerResponseCode: '00',
  providerResponseMessage: 'of the test',
  approvalCode: '123456',
  referenceNumber: '632611000001',
  systan: 1,
  retryable: false,
}

let gateway: TestGateway
let authorizations: ProviderAuthorization[] = []
let orders: OrderRequest[] = []

beforeAll(async () => {
  const ids = ['sim-a', 'partner-blik', 'sim-redirect', 'sim-payments', 'sim-payouts']
  const providers = ids.map((id) =>
    makeProvider(id, {
      authorize: (request) => (authorizations.push(request), Promise.resolve(APPROVED)),
      order: (request) => (orders.push(request), Promise.resolve({ kind: 'outcome', outcome: APPROVED })),
    }),
  )
  gateway = await startTestGateway({
    adapters: { providers: new Map(providers.map((provider) => [provider.id, provider])) },
  })
})
afterAll(() => gateway.close())
beforeEach(() => {
  authorizations = []
  orders = []
})

const CUSTOMER = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone: '+46701234567',
  address: 'Storgatan 1',
  city: 'Uppsala',
  country: 'SE',
  postal_code: '753 31',
}
const TOLD_CUSTOMER = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+46701234567',
  address: 'Storgatan 1',
  city: 'Uppsala',
  country: 'SE',
  postalCode: '753 31',
  ip: '203.0.113.7',
}
const OPTIONS = { risk: { score: 7 }, channel: 'app' }

it.each(['NO_3DS', 'CHALLENGE'] as const)(
  'a card’s provider is told who pays and what for: %s',
  async (flow) => {
    const { transaction } = await gateway.pay({
      flow,
      atTheBank: ['1234'],
      body: {
        customer: CUSTOMER,
        customer_ip: '203.0.113.7',
        description: 'Two apples',
        options: { ...OPTIONS, three_ds: {} },
      },
    })
    expect(transaction.status).toBe('APPROVED')
    expect(authorizations[0]).toMatchObject({
      terminalId: gateway.ready.terminal_id,
      reference: transaction.reference,
      description: 'Two apples',
      customer: TOLD_CUSTOMER,
      browserInfo: BROWSER_INFO,
      options: OPTIONS,
    })
  },
)

it('a payment’s provider is told the same', async () => {
  const body = { customer: CUSTOMER, options: OPTIONS }
  await gateway.post<Envelope>('/api/transactions/payment', paymentRequest(gateway, body))
  expect(orders[0]).toMatchObject({
    description: 'Two apples',
    customer: TOLD_CUSTOMER,
    country: 'DE',
    options: OPTIONS,
  })
})

it('the local scheme’s provider is told everything that its data says', async () => {
  const data = {
    ...CUSTOMER,
    state: 'Uppland',
    date_of_birth: '1990-02-28',
    language: 'sv-SE',
    blik_code: '777123',
  }
  await gateway.post<Envelope>('/api/transactions/authorize', {
    ...redirectRequest(gateway, 'partner-blik', { customer_ip: '203.0.113.7', options: OPTIONS }),
    payment_method: { type: 'partner-blik', data },
  })
  expect(orders[0]).toMatchObject({
    customer: { ...TOLD_CUSTOMER, state: 'Uppland', dateOfBirth: '1990-02-28', language: 'sv-SE' },
    options: OPTIONS,
  })
  expect(orders[0]?.blikCode?.reveal()).toBe('777123')
})

it('a payout’s provider is told the whole account', async () => {
  const data = {
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
  }
  await gateway.post<Envelope>(
    '/api/transactions/payout',
    payoutRequest(gateway, data.account_number, {
      beneficiary: { type: 'bank_account', data },
      options: OPTIONS,
    }),
  )
  const { accountNumber, ...account } = orders[0]?.beneficiary ?? {}
  expect(accountNumber?.reveal()).toBe(data.account_number)
  expect(account).toEqual({
    accountName: 'Asha Rao',
    ifsc: 'HDFC0001234',
    bankCode: 'HDFC',
    bankName: 'HDFC Bank',
    bankBranch: 'Fort',
    bankAddress: 'MG Road 1',
    bankCity: 'Mumbai',
    bankState: 'MH',
    mobile: '9876543210',
  })
  expect(orders[0]?.options).toEqual(OPTIONS)
})
