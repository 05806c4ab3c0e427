import { type Envelope } from '@sluice/types'
import { send } from '@sluice/platform/http/testing/send'

import { type FakeProvider, paymentRequest, PROVIDER_OUTCOME } from '../../packages/gateway/test/elsewhere.ts'
import { SignInBrowser } from '../../packages/identity/test/sign-in-browser.ts'
import type { TestGateway } from '../../packages/gateway/test/test-gateway.ts'

/** Clients who send requests concurrently. */
export interface Crowd {
  readonly name: string
  readonly count: number
  /** Sends the request of one client; `index` counts from 0. Returns the status. */
  readonly send: (index: number) => Promise<number>
}

/** Just below the limits of a sign-in form, and of an API request. */
const FORM_CHARS = 15_000
const BODY_CHARS = 55_000
const REPORT_CHARS = 31_000

const ORDERS = 3
const LOADS_OF_EACH_ORDER = 120

/** One address may have 128 concurrent requests. */
const HONEST_ADDRESSES = 4

/** Each client has its own /16 network; Linux has all of 127.0.0.0/8. */
const addressOf = (place: number) => `127.${place + 1}.0.1`

const ACCENTS = '\u0301\u0316'

export async function gatherCrowds(gateway: TestGateway, provider: FakeProvider): Promise<readonly Crowd[]> {
  const { portalUrl, baseUrl } = gateway.app.addresses()
  const port = Number(new URL(baseUrl).port)
  const forms = await Promise.all(
    Array.from({ length: 90 }, async (_, index) => {
      const browser = new SignInBrowser(portalUrl, port, {}, addressOf(index))
      return browser.open('/portal/login')
    }),
  )
  const returns = await placeOrders(gateway, provider)
  const subscription = await gateway.send<{ id: string }>('POST', '/simulators/webhooks/subscriptions', {
    url: 'http://127.0.0.1:9',
  })
  return [
    {
      name: 'addresses of accents at the sign-in',
      count: 10,
      async send(index) {
        const fields = { email: `a${ACCENTS.repeat(FORM_CHARS / 12)}`, password: 'a long password 1' }
        return (await forms[index]?.submit('password', fields))?.status ?? 0
      },
    },
    {
      name: 'bodies of quotes to be explained',
      count: 10,
      async send() {
        const answer = await gateway.send('POST', '/api/webhooks/explain-signature', {
          subscription_id: subscription.body.id,
          headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
          body: `"${'\\"'.repeat(BODY_CHARS / 4)}`,
        })
        return answer.status
      },
    },
    {
      name: 'reports of long addresses',
      count: 20,
      async send(index) {
        const address = `https://a${ACCENTS.repeat(REPORT_CHARS / 4)}.example/`
        const { status } = await send(port, {
          method: 'POST',
          path: '/csp-reports',
          headers: { host: new URL(baseUrl).host, 'content-type': 'application/csp-report' },
          body: JSON.stringify({ 'csp-report': { 'document-uri': address, 'blocked-uri': address } }),
          localAddress: addressOf(index),
        })
        return status
      },
    },
    {
      name: 'returns from a provider',
      count: ORDERS * LOADS_OF_EACH_ORDER,
      async send(index) {
        const { pathname, search, host } = new URL(returns[index % ORDERS] ?? '')
        const { status } = await send(port, {
          path: pathname + search,
          headers: { host },
          localAddress: addressOf(index % ORDERS),
        })
        return status
      },
    },
    {
      name: 'guesses of passwords',
      count: 80,
      async send(index) {
        const fields = { email: `ada-${index}@shop.example`, password: 'not the password 1' }
        return (await forms[10 + index]?.submit('password', fields))?.status ?? 0
      },
    },
  ]
}

/** Requests what it paid: a small request of a merchant. */
export function honestCrowd(
  gateway: TestGateway,
  transactionId: string,
  count: number,
): Pick<Crowd, 'count' | 'send'> {
  return {
    count,
    async send(index) {
      const { host, port } = new URL(gateway.ready.base_url)
      const { status } = await send(Number(port), {
        path: `/api/transactions/${transactionId}/status`,
        headers: { host, authorization: `Bearer ${await gateway.token()}` },
        localAddress: addressOf(index % HONEST_ADDRESSES),
      })
      return status
    },
  }
}

/** Returns the addresses to which the customers return. */
async function placeOrders(gateway: TestGateway, provider: FakeProvider): Promise<readonly string[]> {
  provider.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
  const urls = { return_url: 'https://shop.example/done', error_url: 'https://shop.example/failed' }
  for (let placed = 0; placed < ORDERS; placed += 1)
    await gateway.post<Envelope>('/api/transactions/payment', paymentRequest(gateway, urls))
  return provider.started.map(({ returnUrl }) => returnUrl ?? '')
}
