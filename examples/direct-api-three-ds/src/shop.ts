/**
 * The shop as a request listener for `node:http` and `node:https`. The process around it is `server.ts`.
 *
 * @module
 */
import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { GatewayClient } from '@sluice/server-sdk'
import { createThreeDsFlow, nodeThreeDs } from '@sluice/server-sdk/three-ds'
import type { ShopConfig } from './config.ts'
import { createOrderStore } from './orders.ts'
import type { Log } from './pay-order.ts'
import type { Way } from './read-card-form.ts'
import { createRoutes, type Reply } from './routes.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

export interface ShopOptions {
  readonly client: GatewayClient
  readonly config: Pick<ShopConfig, 'gatewayUrl' | 'terminalId'>
  /** The address of this shop, `https://127.0.0.1:3001`. */
  readonly shopUrl: string
  /** @defaultValue one JSON line per entry on standard error */
  readonly log?: Log
}

/** The card form is the largest. */
const FORM_MAX_BYTES = 4_096

/**
 * Letters and digits that are not confused on the telephone; 30^8 of them, since the gateway keeps references for ever.
 */
const NUMBER_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const NUMBER_CHARS = 8

const ASSETS: Readonly<Record<string, string>> = {
  'favicon.svg': 'image/svg+xml',
  'pay.js': 'text/javascript; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
}

/** Makes the shop. */
export function createShop({ client, config, shopUrl, log = logLine }: ShopOptions): RequestListener {
  const flow = createThreeDsFlow({
    client,
    gatewayUrl: config.gatewayUrl,
    url: `${shopUrl}/three-ds`,
    onError: (error) => log({ event: 'gateway_failed', error }),
  })
  const threeDs = nodeThreeDs(flow)
  const answer = createRoutes({
    client,
    flow,
    orders: createOrderStore(),
    terminalId: config.terminalId,
    shopUrl,
    log,
    ways: waysOf(shopUrl),
    newOrderId: () => randomBytes(32).toString('base64url'),
    newOrderNumber: makeOrderNumber,
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (path.startsWith('/three-ds/')) return threeDs(request, response)
    if (path.startsWith('/assets/')) return send(response, readAsset(path.slice('/assets/'.length)))
    const form = await readForm(request)
    const customerIp = request.socket.remoteAddress ?? null
    send(response, form ? await answer({ method, path, headers, customerIp, form }) : TOO_LARGE)
  }

  return (request, response) => {
    respond(request, response).catch((error: unknown) => {
      log({
        event: 'shop_failed',
        error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
      })
      response.destroy()
    })
  }
}

function logLine(entry: Parameters<Log>[0]): void {
  console.error(JSON.stringify(entry))
}

/** The gateway reports to an address of the shop only over https. */
function waysOf(shopUrl: string): readonly Way[] {
  return shopUrl.startsWith('https:') ? ['frame', 'page', 'merchant'] : ['frame', 'page']
}

function makeOrderNumber(): string {
  const characters = Array.from({ length: NUMBER_CHARS }, () =>
    NUMBER_ALPHABET.charAt(randomInt(NUMBER_ALPHABET.length)),
  )
  return `LH-${characters.join('')}`
}

function readAsset(name: string): Reply {
  const contentType = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
  if (contentType === undefined) return { status: 404, headers: {}, body: '' }
  const body = readFileSync(new URL(`../public/${name}`, import.meta.url), 'utf8')
  return {
    status: 200,
    headers: { 'content-type': contentType, 'cache-control': 'public, max-age=60' },
    body,
  }
}

const TOO_LARGE: Reply = {
  status: 413,
  headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
  body: 'The form is too large.',
}

/** @returns `null` when more is sent than any form of the shop has. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > FORM_MAX_BYTES) return null
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...SECURITY_HEADERS, ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
