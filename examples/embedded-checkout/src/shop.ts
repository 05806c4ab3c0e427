/**
 * The shop as a request listener for `node:http`. It knows orders and addresses; the process around it is `server.ts`.
 *
 * @module
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { loadAssets } from './assets.ts'
import { type CheckoutGateway, createCheckoutFlow, type Log } from './checkout-flow.ts'
import type { ShopConfig } from './config.ts'
import { createOrderStore, type OrderStore } from './orders.ts'
import { createRoutes, type Reply } from './routes.ts'
import { securityHeaders } from './security-headers.ts'

export type { CheckoutGateway, Log } from './checkout-flow.ts'
export { createOrderStore, type Order, type OrderStore } from './orders.ts'

export interface ShopOptions {
  /** A client of the gateway, as `createClient` of the SDK makes it. */
  readonly client: CheckoutGateway
  readonly config: Pick<
    ShopConfig,
    'gatewayUrl' | 'methodsUrl' | 'methodsFallbackUrl' | 'clientKey' | 'terminalId'
  >
  /** The address of this shop, `http://127.0.0.1:3000`. */
  readonly shopUrl: string
  /** @defaultValue a new store in memory */
  readonly orders?: OrderStore
  /** @defaultValue one JSON line per entry on standard error */
  readonly log?: Log
}

/** The largest form of the shop has one field. */
const FORM_MAX_BYTES = 4_096

/** 256 bits: the id is the only key to an order. */
const ORDER_ID_BYTES = 32

/** Letters and digits that are not confused on the telephone. */
const ORDER_NUMBER_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 30^8: the gateway stores references forever, this shop loses its orders when it stops. */
const ORDER_NUMBER_CHARS = 8

/** Makes the shop. */
export function createShop(options: ShopOptions): RequestListener {
  const { client, config, shopUrl } = options
  const orders = options.orders ?? createOrderStore()
  const log = options.log ?? ((entry) => console.error(JSON.stringify(entry)))
  const answer = createRoutes({
    flow: createCheckoutFlow({ gateway: client, orders, terminalId: config.terminalId, shopUrl, log }),
    orders,
    assets: loadAssets(),
    clientKey: config.clientKey,
    gatewayUrl: config.gatewayUrl,
    newOrderId: () => randomBytes(ORDER_ID_BYTES).toString('base64url'),
    newOrderNumber: makeOrderNumber,
    log,
  })
  const frames = [config.methodsUrl, config.methodsFallbackUrl].filter((url) => url !== null)
  const headers = securityHeaders(
    new URL(config.gatewayUrl).origin,
    frames.map((url) => new URL(url).origin),
  )

  return (request, response) => {
    void readForm(request)
      .then((form) =>
        form ? answer({ method: request.method ?? 'GET', path: readPath(request), form }) : TOO_LARGE,
      )
      .then((reply) => send(request, response, headers, reply))
      // Only a broken connection gets here: answering never rejects.
      .catch(() => response.destroy())
  }
}

const TOO_LARGE: Reply = {
  status: 413,
  headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
  body: 'The form is too large.',
}

function makeOrderNumber(): string {
  const characters = Array.from({ length: ORDER_NUMBER_CHARS }, () =>
    ORDER_NUMBER_ALPHABET.charAt(randomInt(ORDER_NUMBER_ALPHABET.length)),
  )
  return `TM-${characters.join('')}`
}

function readPath({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

/** @returns `null` when more is sent than any form of the shop has. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (request.method !== 'POST') return new URLSearchParams()
  if (Number(request.headers['content-length'] ?? 0) > FORM_MAX_BYTES) return null
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > FORM_MAX_BYTES) return null
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  security: Readonly<Record<string, string>>,
  { status, headers, body }: Reply,
): void {
  response.writeHead(status, { ...security, ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}
