import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createApi, type TwinRequest } from './api/routes.ts'
import { TwinError } from './api/twin-error.ts'
import type { AdyenTwin, AdyenTwinOptions } from './adyen-twin.ts'
import { readBooks } from './books.ts'
import { createContractGate } from './contract/contract-gate.ts'
import { answerControl } from './control.ts'
import { createWebhooks } from './events/webhooks.ts'
import { createFaults } from '../faults/fault-plan.ts'
import type { FaultKind } from './http/faults.ts'
import { createIdempotencyKeys, type TwinAnswer } from './http/idempotency.ts'
import { answerPage } from './pages/pages.ts'
import { createShopper } from './shopper.ts'
import { createWorld } from './world/create-world.ts'

/** Starts a stand-in for Adyen, which holds everything in memory. */
export async function startAdyenTwin(options: AdyenTwinOptions): Promise<AdyenTwin> {
  let url = ''
  let aheadMs = 0
  const nowMs = () => (options.nowMs ?? Date.now)() + aheadMs
  const crashes: unknown[] = []
  const requests: TwinRequest[] = []
  const late: (() => void)[] = []
  const gate = createContractGate()
  const faults = createFaults<FaultKind>()
  const webhooks = createWebhooks({ nowMs, gate, hmacKey: options.hmacKey })
  webhooks.setUrl(options.webhookUrl ?? null)
  const world = createWorld({ nowMs, publicUrl: () => url, emit: webhooks.add })
  const shopper = createShopper(world)
  const keys = createIdempotencyKeys(nowMs)
  const api = createApi({
    world,
    gate,
    keys,
    apiKeys: new Set(options.apiKeys),
    merchantAccounts: new Set(options.merchantAccounts),
  })

  const twin: AdyenTwin = {
    get url() {
      return url
    },
    world,
    faults,
    webhooks,
    shopper,
    books: () => readBooks(world),
    contract: gate.report,
    requests: () => requests,
    misuses: keys.misuses,
    crashes: () => crashes,
    release: () => {
      for (const go of late.splice(0)) go()
    },
    advance: (ms) => {
      aheadMs += ms
      shopper.closeExpired()
    },
    close: async () => {
      twin.release()
      await webhooks.idle()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const [path = ''] = (request.url ?? '').split('?')
    const method = request.method ?? 'GET'
    const page = answerPage(twin, method, path, body)
    if (page) return void response.writeHead(page.status, page.headers).end(page.body)
    const control = await answerControl(twin, method, path, body)
    if (control) return sendJson(response, control)
    const arrived = readRequest(request, path, body)
    requests.push(arrived)
    await serveApi(arrived, faults.next(method, path), response)
  }

  async function serveApi(arrived: TwinRequest, fault: FaultKind | null, response: ServerResponse) {
    if (fault === 'request-lost' || fault === 'arrives-late') {
      if (fault === 'arrives-late') late.push(() => api(arrived))
      return void response.socket?.destroy()
    }
    const instead = fault === null ? undefined : INSTEAD[fault]
    if (instead) return sendInstead(response, instead)
    const answer = api(arrived)
    if (fault === 'answer-lost') return void response.socket?.destroy()
    if (fault === 'late') await new Promise<void>((resolve) => late.push(resolve))
    const afterwards = fault === null ? undefined : AFTERWARDS[fault]
    if (afterwards) return sendInstead(response, afterwards)
    sendJson(response, answer, arrived.idempotencyKey)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      crashes.push(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return twin
}

const HTML_502 = { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }
const ERROR_500 = inJson(new TwinError(500, '905', 'Payment details are not supported', 'internal').answer)
const RATE_LIMIT = inJson(new TwinError(429, '029', 'Too many requests', 'security').answer)

/** Nothing was executed. */
const INSTEAD: Readonly<Partial<Record<FaultKind, typeof HTML_502>>> = {
  'html-502': HTML_502,
  'error-500': ERROR_500,
  'rate-limit': RATE_LIMIT,
}

/** The responses to faults after which everything was executed. */
const AFTERWARDS: Readonly<Partial<Record<FaultKind, typeof HTML_502>>> = {
  'html-502-after': HTML_502,
  'error-500-after': ERROR_500,
}

function inJson({ status, body }: TwinAnswer): typeof HTML_502 {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}

function sendInstead(response: ServerResponse, { status, contentType, body }: typeof HTML_502): void {
  response.writeHead(status, { 'content-type': contentType }).end(body)
}

function sendJson(response: ServerResponse, { status, body }: TwinAnswer, idempotencyKey?: string): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    })
    .end(JSON.stringify(body))
}

function readRequest({ headers }: IncomingMessage, path: string, body: string): TwinRequest {
  return {
    path,
    body,
    apiKey: headers['x-api-key']?.toString(),
    idempotencyKey: headers['idempotency-key']?.toString(),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
