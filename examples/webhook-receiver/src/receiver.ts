/**
 * The shop as a request listener for `node:http`: orders, and the address that the gateway sends webhooks to.
 *
 * @module
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  isTransactionEvent,
  nodeWebhook,
  type WebhookEvent,
  type WebhookSecrets,
} from '@sluice/server-sdk/webhooks'
import type { OrderStore } from './order-store.ts'
import type { Log, Payments } from './payments.ts'

export { createOrderStore, type OrderStore } from './order-store.ts'
export { createPayments, type Payments } from './payments.ts'

export interface ReceiverOptions {
  readonly payments: Payments
  readonly orders: OrderStore
  /** `whsec_…`; two while one is being replaced. */
  readonly secrets: WebhookSecrets
  readonly log: Log
  /** Milliseconds since the epoch. @defaultValue `Date.now` */
  readonly now?: () => number
}

/** The largest body of an order has two members. */
const ORDER_MAX_BYTES = 4_096

export function createReceiver({ payments, orders, secrets, log, now }: ReceiverOptions): RequestListener {
  const takeWebhook = nodeWebhook({
    secrets,
    now,
    onEvent: settleByEvent,
    onError: (error) => log({ event: 'webhook_refused', error }),
  })

  function settleByEvent(event: WebhookEvent, id: string): void {
    if (isTransactionEvent(event)) payments.settleByEvent(id, event.payload)
    // Saved cards, and events of later versions: this shop acknowledges and ignores them.
    else log({ event: 'webhook_passed_over', name: event.event })
  }

  async function takeOrder(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wish = readInput(await readText(request))
    if (!wish) return answer(response, 422, { error: 'Send {"amount": <minor units>}.' })
    const { reference, payAt } = await payments.begin(wish)
    answer(response, 201, { reference, pay_at: payAt })
  }

  return (request, response) => {
    const handle: Readonly<Record<string, () => Promise<void> | void>> = {
      'POST /webhooks': () => takeWebhook(request, response),
      'POST /orders': () => takeOrder(request, response),
      'GET /orders': () =>
        answer(response, 200, { orders: orders.list(), shipments: orders.listShipments() }),
    }
    const route = handle[`${request.method} ${request.url}`]
    if (!route) return answer(response, 404, { error: 'Not found' })
    Promise.resolve(route()).catch((error: unknown) => {
      log({ event: 'request_failed', error })
      answer(response, 502, { error: 'The order is kept; the gateway will be asked again.' })
    })
  }
}

function readInput(text: string): Parameters<Payments['begin']>[0] | undefined {
  try {
    const { amount, metadata } = JSON.parse(text) as { amount?: unknown; metadata?: Record<string, string> }
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1) return undefined
    return { amountMinor: amount, ...(metadata ? { metadata } : {}) }
  } catch {
    return undefined
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk
    if (text.length > ORDER_MAX_BYTES) return ''
  }
  return text
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
