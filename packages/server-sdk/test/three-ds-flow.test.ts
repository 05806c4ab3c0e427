import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../src/testing/index.ts'
import {
  createMemoryFlowStore,
  createThreeDsFlow,
  type FlowConclusion,
  type FlowSettings,
  type FlowStore,
  type ThreeDsFlow,
} from '../src/three-ds/index.ts'
import { type Customer, type Fetch, payAsCustomer } from './customer.ts'
import { authorizeRequest } from './records.ts'
import { type MerchantServer, SERVERS } from './three-ds-servers.ts'

const SHOP = 'https://shop.test'
const LANDING = `${SHOP}/orders/1001`
const CARD = { number: '4242424242424242', cvv: '123', expirationMonth: '12', expirationYear: '2034' }

let gateway: TestGateway
let orders = 0

beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

function createFlow(options: { readonly store?: FlowStore; readonly now?: () => number } = {}): ThreeDsFlow {
  return createThreeDsFlow({
    client: gateway.client(),
    gatewayUrl: gateway.credentials.base_url,
    url: `${SHOP}/three-ds`,
    ...options,
  })
}

/** The customer's network: the shop's name leads to its server, everything else to the gateway. */
const networkOf =
  ({ origin }: MerchantServer): Fetch =>
  (url, init) =>
    url.startsWith(SHOP) ? fetch(url.replace(SHOP, origin), init) : gateway.fetch(url, init)

async function startFlow(flow: ThreeDsFlow, simulatedFlow: string, settings: FlowSettings) {
  return flow.start(
    {
      ...authorizeRequest,
      terminal_id: gateway.credentials.terminal_id,
      reference: `flow-${(orders += 1)}`,
      payment_method: { type: 'card', data: await gateway.client().encryptCard(CARD) },
      metadata: { simulated_flow: simulatedFlow },
      return_url: LANDING,
    },
    settings,
  )
}

async function pay(
  server: MerchantServer,
  flow: ThreeDsFlow,
  simulatedFlow: string,
  settings: FlowSettings,
  answers: readonly string[] = [],
): Promise<FlowConclusion> {
  const { id, url } = await startFlow(flow, simulatedFlow, settings)
  const customer: Customer = { answers, place: settings.place ?? 'frame' }
  expect(await payAsCustomer(networkOf(server), url, LANDING, customer)).toBe(LANDING)
  return flow.conclude(id)
}

const WAYS: readonly Required<Pick<FlowSettings, 'place' | 'receiver'>>[] = [
  { place: 'frame', receiver: 'gateway' },
  { place: 'page', receiver: 'gateway' },
  { place: 'frame', receiver: 'merchant' },
  { place: 'page', receiver: 'merchant' },
]

describe.each(Object.keys(SERVERS))('a flow served by %s', (name) => {
  let server: MerchantServer
  let flow: ThreeDsFlow
  beforeAll(async () => {
    flow = createFlow()
    server = (await SERVERS[name]?.(flow)) as MerchantServer
  })
  afterAll(() => server.close())

  it.each(WAYS)('pays in a $place, the challenge’s end received by the $receiver', async (way) => {
    expect(await pay(server, flow, 'CHALLENGE', way, ['1234'])).toMatchObject({ kind: 'approved' })
  })

  it('refuses a form that is too large', async () => {
    const { url } = await startFlow(flow, 'CHALLENGE', {})
    const address = url.replace(SHOP, server.origin)
    const body = new URLSearchParams({ cres: 'A'.repeat(80_000) })
    const { status } = await fetch(`${address}/notification`, { method: 'POST', body })
    // After a parser, the parser's limit applies.
    expect(status).toBe(name.includes('parser') ? 400 : 413)
  })
})

describe.each(WAYS)('in a $place, the challenge’s end received by the $receiver', (way) => {
  let server: MerchantServer
  let flow: ThreeDsFlow
  beforeAll(async () => {
    flow = createFlow()
    server = (await SERVERS['Fetch API']?.(flow)) as MerchantServer
  })
  afterAll(() => server.close())

  it.each<[string, readonly string[], FlowConclusion['kind']]>([
    ['FRICTIONLESS_SUCCESS', [], 'approved'],
    ['FRICTIONLESS_REJECTED', [], 'declined'],
    ['NO_3DS', [], 'approved'],
    ['NO_METHOD_CHALLENGE', ['1234'], 'approved'],
    ['METHOD_TIMEOUT_CHALLENGE', ['1234'], 'approved'],
    ['CHALLENGE', ['1111'], 'declined'],
    ['CHALLENGE', ['wrong', '1234'], 'approved'],
    ['CHALLENGE', ['cancel'], 'canceled'],
    ['CHALLENGE', ['5555', '1234'], 'approved'],
    ['DOUBLE_CHALLENGE_SUCCESS', ['1', '2'], 'approved'],
    ['DOUBLE_CHALLENGE_DECLINED', ['1', '2', '3'], 'declined'],
    ['CHALLENGE_UNAVAILABLE', ['1'], 'declined'],
    ['FALLBACK_CHALLENGE_AFTER_1', ['1234', '1234'], 'approved'],
  ])('%s answered with %j is %s', async (simulatedFlow, answers, kind) => {
    expect(await pay(server, flow, simulatedFlow, way, answers)).toMatchObject({ kind })
  })
})

it('several processes serve one flow over one store', async () => {
  const store = createMemoryFlowStore()
  const flows = [createFlow({ store }), createFlow({ store }), createFlow({ store })]
  let turn = 0
  const { id, url } = await startFlow(createFlow({ store }), 'CHALLENGE', {})
  const network: Fetch = async (address, init) => {
    if (!address.startsWith(SHOP)) return gateway.fetch(address, init)
    const flow = flows[(turn += 1) % flows.length] as ThreeDsFlow
    const reply = await flow.handle({
      method: init.method ?? 'GET',
      url: address,
      headers: init.headers as Record<string, string>,
      form: new URLSearchParams(init.body as string | undefined),
    })
    return new Response(reply.body, { status: reply.status, headers: reply.headers })
  }
  await payAsCustomer(network, url, LANDING, { answers: ['1234'], place: 'frame' })
  expect(turn).toBeGreaterThan(flows.length)
  expect(await createFlow({ store }).conclude(id)).toMatchObject({ kind: 'approved' })
})

it('a payment of a customer who never answers is ended by the gateway, and the flow reports it', async () => {
  let laterMs = 0
  const flow = createFlow({ now: () => Date.now() + laterMs })
  const { id } = await startFlow(flow, 'NO_METHOD_CHALLENGE', {})
  expect(await flow.conclude(id)).toMatchObject({ kind: 'open' })
  laterMs = 601_000
  await gateway.advance(laterMs / 1000)
  expect(await flow.conclude(id)).toMatchObject({ kind: 'expired' })
})
