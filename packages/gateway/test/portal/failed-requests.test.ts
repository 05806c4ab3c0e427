import type { SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { callPortal, OWN_PAGE, signInByLink } from '../at-portal.ts'
import { MerchantAtGateway } from '../merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from '../test-gateway.ts'

let gateway: TestGateway
let cookie: string
beforeAll(async () => {
  gateway = await startTestGateway()
  cookie = await signInByLink(gateway)
})
afterAll(() => gateway.close())

interface Kind {
  readonly endpoint: string
  readonly status: number
  readonly property: string | null
  readonly message: string | null
}

async function readGroups() {
  await gateway.app.runDueWork()
  const { status, body } = await callPortal(gateway, '/portal/failed-requests', {
    headers: { ...OWN_PAGE, cookie },
  })
  expect(status).toBe(200)
  return (body as { data: readonly (Kind & { count: number; method: string; path: string })[] }).data
}

async function readRequests(kind: Partial<Kind>, more: Readonly<Record<string, string>> = {}) {
  const named = Object.entries(kind).filter(([, value]) => value !== null)
  const query = new URLSearchParams({ ...(Object.fromEntries(named) as Record<string, string>), ...more })
  const { status, body } = await callPortal(gateway, `/portal/failed-requests/requests?${query}`, {
    headers: { ...OWN_PAGE, cookie },
  })
  return { status, body: body as { data: readonly Record<string, unknown>[]; next_cursor: string | null } }
}

const kindOf = ({ endpoint, status, property, message }: Kind) => ({ endpoint, status, property, message })

it('lists which requests failed and why, with their ids, without successful requests and declines', async () => {
  await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS', response_code: '1004' } })
  const wrong = { ...(await gateway.cardRequest()), amount: 'many', 4242424242424242: 'x' }
  const requestId = '0195b1f0-0000-7000-8000-000000000001'
  for (const headers of [{ 'x-request-id': requestId }, {}])
    expect((await gateway.send('POST', '/api/transactions/authorize', wrong, headers)).status).toBe(422)
  expect((await gateway.send('GET', '/api/transactions/nothing/status')).status).toBe(404)
  const groups = await readGroups()
  const amount = groups.find(({ property }) => property === 'amount')
  expect(amount).toMatchObject({
    endpoint: 'authorize',
    method: 'POST',
    path: '/api/transactions/authorize',
    status: 422,
    message: 'must be an integer in minor units',
    count: 2,
  })
  expect(groups.map(kindOf)).toContainEqual({
    endpoint: 'authorize',
    status: 422,
    property: '[hidden]',
    message: 'is not a documented field',
  })
  expect(groups.map(kindOf)).toContainEqual({
    endpoint: 'getStatus',
    status: 404,
    property: null,
    message: null,
  })
  expect(groups.filter(({ status }) => status < 400)).toEqual([])
  const { body } = await readRequests(kindOf(amount as Kind))
  expect(body.data).toHaveLength(2)
  expect(body.data).toContainEqual(expect.objectContaining({ request_id: requestId, caller: 'SERVER' }))
  expect(body.next_cursor).toBeNull()
})

it('links to the payment that a refused request was about', async () => {
  const { transaction } = await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })
  const { id, terminal_id, reference, currency } = transaction
  const refund = { parent_transaction_id: id, terminal_id, reference, currency, transaction_type: 'REFUND' }
  const refused = await gateway.send('POST', '/api/transactions/manage', { ...refund, amount: 99_999_999 })
  expect(refused.status).toBe(422)
  const group = (await readGroups()).find(({ endpoint }) => endpoint === 'manage')
  expect(group).toMatchObject({ property: 'amount', message: 'must not exceed N' })
  const { body } = await readRequests(kindOf(group as Kind))
  expect(body.data).toMatchObject([{ transaction_id: id }])
})

it('is read page by page', async () => {
  for (let count = 0; count < 60; count += 1) await gateway.send('GET', '/api/payment-methods/nothing')
  await readGroups()
  const kind = { endpoint: 'getPaymentMethod', status: 404 }
  const first = (await readRequests(kind)).body
  expect(first.data).toHaveLength(50)
  const second = (await readRequests(kind, { cursor: first.next_cursor ?? '' })).body
  expect(second.data).toHaveLength(10)
  const ids = [...first.data, ...second.data].map(({ request_id: id }) => id)
  expect(new Set(ids).size).toBe(60)
})

it.each([
  [{ endpoint: 'nothing', status: 422 }, {}, 'endpoint'],
  [{ endpoint: 'authorize', status: 200 }, {}, 'status'],
  [{ endpoint: 'authorize', status: 422 }, { cursor: 'x' }, 'cursor'],
  [{ endpoint: 'authorize', status: 422, message: '\u0000' }, {}, 'message'],
])('refuses %j %j', async (kind, more, property) => {
  const { status, body } = await readRequests(kind, more)
  expect([status, body]).toEqual([
    422,
    expect.objectContaining({ errors: [expect.objectContaining({ property })] }),
  ])
})

it('contains no requests of another merchant or of portal users', async () => {
  const other = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})
  const before = await readGroups()
  const theirs = await new MerchantAtGateway(other.body).send('GET', '/api/customers/theirs')
  expect(theirs.status).toBe(404)
  const mine = { ...OWN_PAGE, cookie }
  expect((await callPortal(gateway, '/portal/api/customers/mine', { headers: mine })).status).toBe(404)
  expect(await readGroups()).toEqual(before)
})
