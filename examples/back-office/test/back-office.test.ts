/** The back office at a gateway in this process, used by its forms. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fetch } from '@sluice/server-sdk'
import { createTestGateway, sampleAuthorize, TEST_CARDS, type TestGateway } from '@sluice/server-sdk/testing'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createBackOffice } from '../src/back-office.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

/** @param around - what stands between the back office and the gateway. */
async function open(
  transaction_type: 'PURCHASE' | 'AUTHORIZE',
  around: (fetch: Fetch) => Fetch = (same) => same,
) {
  const merchant = await gateway.sandbox()
  const client = merchant.client()
  const order = sampleAuthorize(
    { terminal_id: merchant.credentials.terminal_id, reference: 'order-1' },
    await client.encryptCard(TEST_CARDS.approved),
  )
  const { result } = await client.transactions.authorize({
    ...order,
    transaction_type,
    metadata: { simulated_flow: 'NO_3DS' },
  })
  const watched = merchant.client({ fetch: around((request) => gateway.fetch(request)) })
  const server = createServer(createBackOffice(watched)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const id = result?.id ?? ''
  const post = async (fields: Iterable<readonly [string, string]>) =>
    (
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams([...fields].map(([name, value]) => [name, value])),
      })
    ).text()
  return {
    id,
    post,
    page: async () => (await fetch(url)).text(),
    async send(operation: string, amount: string, key: string = operation) {
      return messageOf(await post(Object.entries({ operation, amount, key, id })))
    },
    async operations() {
      const { transaction } = await client.transactions.status(id)
      return transaction?.data?.operations
    },
  }
}

it('captures a part, and releases the rest', async () => {
  const office = await open('AUTHORIZE')
  expect(await office.page()).toContain('value="capture"')
  expect(await office.send('capture', '10.00')).toBe('capture: APPROVED (0000)')
  expect(await office.operations()).toMatchObject({
    captured_amount: 1000,
    open_amount: 0,
    final_capture: true,
  })
})

it('refunds once, although the form is sent twice', async () => {
  const office = await open('PURCHASE')
  const answers = [await office.send('refund', '5.00', 'k'), await office.send('refund', '5.00', 'k')]
  expect(answers).toEqual(['refund: APPROVED (0000)', 'refund: APPROVED (0000)'])
  expect(await office.operations()).toMatchObject({ refunded_amount: 500 })
  expect(await office.page()).not.toContain('value="void"')
})

it.each([
  ['an answer that is lost', []],
  ['an answer that is lost, and a gateway that is away afterwards', ['/api/transactions']],
])('refunds once after %s: the page shows the same form again', async (_, alsoLost: readonly string[]) => {
  let isAway = false
  const office = await open('PURCHASE', (send) => async (request) => {
    const { method, url } = request
    if (isAway && alsoLost.includes(new URL(url).pathname)) throw new TypeError('away')
    const answer = await send(request)
    if (method !== 'POST' || !new URL(url).pathname.endsWith('/manage') || isAway) return answer
    isAway = true
    throw new TypeError('the answer is lost')
  })
  const [first] = formsOf(await office.page())
  const page = await office.post([...(first ?? []), ['amount', '5.00'], ['operation', 'refund']])
  expect(messageOf(page)).toContain('Nobody knows yet')
  const again = formsOf(page)
  expect(again.map((fields) => fields.get('id'))).toEqual([office.id])
  const last = await office.post(again[0] ?? [])
  expect(messageOf(last)).toBe('refund: APPROVED (0000)')
  expect(await office.operations()).toMatchObject({ refunded_amount: 500 })
})

it('voids a purchase of today', async () => {
  const office = await open('PURCHASE')
  expect(await office.send('void', '')).toBe('void: APPROVED (0000)')
})

it.each([
  ['refund', '99.00', 'must not exceed'],
  ['refund', '1.005', 'EUR has 2 decimals'],
])('reports what is wrong with a %s of %s, and does nothing', async (operation, amount, message) => {
  const office = await open('PURCHASE')
  expect(await office.send(operation, amount)).toContain(message)
  expect(await office.operations()).toMatchObject({ refunded_amount: 0 })
})

function messageOf(page: string): string {
  return /role="status">([^<]*)</.exec(page)?.[1] ?? ''
}

/** The fields of each form on a page, as a browser would send them. */
function formsOf(page: string): Map<string, string>[] {
  return [...page.matchAll(/<form.*?<\/form>/gs)].map(
    ([form]) =>
      new Map(
        [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
      ),
  )
}
