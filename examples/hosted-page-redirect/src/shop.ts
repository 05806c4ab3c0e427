/**
 * The shop as a request listener for `node:http`: one product, orders, and the address that webhooks are sent to.
 *
 * @module
 */
import type { RequestListener, ServerResponse } from 'node:http'
import { isTransactionEvent, nodeWebhook } from '@sluice/server-sdk/webhooks'
import type { Checkout } from './checkout.ts'
import { noticePage, orderPage, productPage } from './pages.ts'

export { type Checkout, createCheckout, type PaymentGateway } from './checkout.ts'

export interface ShopOptions {
  readonly checkout: Checkout
  /** `whsec_…`; where the gateway sends no webhooks there is none, and the shop has no address for them. */
  readonly secrets: readonly string[]
  readonly log: (entry: Readonly<Record<string, unknown>>) => void
}

const MUG_AMOUNT_MINOR = 1_850

export function createShop({ checkout, secrets, log }: ShopOptions): RequestListener {
  const takeWebhook =
    secrets.length > 0 &&
    nodeWebhook({
      secrets,
      onEvent: (event) => {
        if (!isTransactionEvent(event)) return
        const isOurs = checkout.settleByEvent(event.payload)
        if (!isOurs) log({ event: 'webhook_passed_over', name: event.event })
      },
      onError: (error) => log({ event: 'webhook_refused', error }),
    })

  async function buy(response: ServerResponse): Promise<void> {
    const { payAt } = await checkout.begin(MUG_AMOUNT_MINOR)
    response.writeHead(303, { location: payAt }).end()
  }

  async function showOrder(id: string, response: ServerResponse): Promise<void> {
    const order = await checkout.conclude(id)
    if (order) answer(response, 200, orderPage(order))
    else answer(response, 404, noticePage('We do not know this order'))
  }

  return (request, response) => {
    const [, orderId] = /^\/orders\/([\w-]+)$/.exec(request.url ?? '') ?? []
    const handle: Readonly<Record<string, () => Promise<void> | void>> = {
      'GET /': () => answer(response, 200, productPage()),
      'POST /orders': () => buy(response),
      ...(takeWebhook && { 'POST /webhooks': () => takeWebhook(request, response) }),
      ...(orderId && { [`GET /orders/${orderId}`]: () => showOrder(orderId, response) }),
    }
    const route = handle[`${request.method} ${request.url}`]
    if (!route) return answer(response, 404, noticePage('There is nothing here'))
    Promise.resolve()
      .then(route)
      .catch((error: unknown) => {
        log({ event: 'request_failed', error })
        answer(response, 502, noticePage('Please try again in a moment'))
      })
  }
}

function answer(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      // The address of an order is for its customer.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .end(html)
}
