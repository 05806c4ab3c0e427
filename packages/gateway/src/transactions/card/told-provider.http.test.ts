import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { makeProvider } from '../../../test/make-provider.ts'
import { BROWSER_INFO } from '../../../test/merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import type { ProviderAuthorization, ProviderOutcome } from '../execution/provider.ts'

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

beforeAll(async () => {
  const provider = makeProvider('sim-a', {
    authorize: (request) => (authorizations.push(request), Promise.resolve(APPROVED)),
  })
  gateway = await startTestGateway({
    adapters: { providers: new Map([[provider.id, provider]]) },
  })
})
afterAll(() => gateway.close())
beforeEach(() => {
  authorizations = []
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
const OPTIONS = { risk: { score: 7 }, channel: 'app', basket: [{ amount: 10.5 }] }

it.each(['NO_3DS', 'CHALLENGE'] as const)(
  'records the address of a merchant’s server, and never sends it to a provider as the shopper’s: %s',
  async (flow) => {
    const { transaction } = await gateway.pay({
      flow,
      atTheBank: ['1234'],
      body: { customer: CUSTOMER },
    })
    expect(transaction).toMatchObject({ status: 'APPROVED', customer_ip: '127.0.0.1' })
    expect(authorizations[0]?.customer).toMatchObject({ email: 'ada@example.com', ip: null })
  },
)

it.each(['NO_3DS', 'CHALLENGE'] as const)(
  'sends a card’s provider the payer and the purpose: %s',
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
