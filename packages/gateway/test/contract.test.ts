import { type EndpointName, ENDPOINTS } from '@sluice/types'
import { createClient } from '@sluice/server-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** The SDK's method of each endpoint that a merchant's server calls. */
const SDK_METHODS: Readonly<Partial<Record<EndpointName, string>>> = {
  createSession: 'sessions.create',
  getSession: 'sessions.get',
  createHostedPaymentPage: 'hostedPaymentPages.create',
  authorize: 'transactions.authorize',
  createPayment: 'transactions.createPayment',
  createPayout: 'transactions.createPayout',
  manage: 'transactions.manage',
  getStatus: 'transactions.status',
  listTransactions: 'transactions.list',
  getTimeline: 'transactions.timeline',
  requestAuthentication: 'threeDs.requestAuthentication',
  completeAuthentication: 'threeDs.completeAuthentication',
  getEncryptionKeys: 'encryptionKeys.get',
  createCustomer: 'customers.create',
  getCustomer: 'customers.get',
  listCustomers: 'customers.list',
  deleteCustomer: 'customers.delete',
  listCustomerPaymentMethods: 'customers.paymentMethods',
  getPaymentMethod: 'paymentMethods.get',
  deletePaymentMethod: 'paymentMethods.delete',
  listWebhookSubscriptions: 'webhooks.listSubscriptions',
  rotateWebhookSecret: 'webhooks.rotateSecret',
  enableWebhookSubscription: 'webhooks.enable',
  listWebhookDeliveries: 'webhooks.listDeliveries',
  getWebhookDelivery: 'webhooks.getDelivery',
  replayWebhookDeliveries: 'webhooks.replay',
  explainWebhookSignature: 'webhooks.explainSignature',
}

const rows = Object.entries(ENDPOINTS) as [EndpointName, (typeof ENDPOINTS)[EndpointName]][]
const built = rows.filter(([, endpoint]) => endpoint.built)
const planned = rows.filter(([, endpoint]) => !endpoint.built)

interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >
}

describe('the contract', () => {
  let gateway: TestGateway
  let document: OpenApiDocument

  beforeAll(async () => {
    gateway = await startTestGateway()
    document = await gateway.get<OpenApiDocument>('/openapi.json')
  })
  afterAll(() => gateway.close())

  /** The row's address with something in place of each parameter. */
  function addressOf(name: EndpointName): string {
    const { path, server } = ENDPOINTS[name]
    const filled = path.replaceAll(/\{\w+\}/g, 'x')
    return server === 'auth' ? `/realms/${gateway.ready.realm}${filled}` : filled
  }

  const operationOf = (name: EndpointName) => {
    const { method, path } = ENDPOINTS[name]
    const [, operations] = Object.entries(document.paths).find(([template]) => template.endsWith(path)) ?? []
    return operations?.[method.toLowerCase()]
  }

  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  describe.each(built)('%s is built', (name, endpoint) => {
    it('is served at its address', async () => {
      // A path that exists refuses another method; one that does not is unknown.
      const other = await gateway.send('PATCH', addressOf(name))
      expect(other.status).toBe(405)
      expect(other.headers.get('allow')).toContain(endpoint.method)
    })

    it('is in the OpenAPI document with every status', () => {
      const operation = operationOf(name)
      expect(operation).toBeDefined()
      expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(Object.keys(endpoint.responses).sort())
    })
  })

  it('names no endpoint that is not built', () => {
    expect(planned.map(([name]) => name)).toEqual([])
  })

  it('is in the SDK where a merchant’s server calls it', () => {
    const forServers = built
      .filter(([, { auth }]) => auth === 'bearer' || auth === 'bearer-or-client-key')
      .map(([name]) => name)
    expect(Object.keys(SDK_METHODS).sort()).toEqual([...forServers].sort())
    const client = createClient({
      baseUrl: gateway.ready.base_url,
      authUrl: gateway.ready.auth_url,
      realm: gateway.ready.realm,
      clientId: 'x',
      clientSecret: 'x',
    })
    for (const path of Object.values(SDK_METHODS)) {
      const method = path
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], client)
      expect(typeof method, path).toBe('function')
    }
  })
})
