import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type ApiAnswer, createApi } from './api/api.ts'
import { AFTER, BEFORE } from './api/interference.ts'
import { readBooks } from './books.ts'
import { createContractGate } from './contract/contract-gate.ts'
import { createEventLog } from './events/event-log.ts'
import { createWebhooks } from './events/webhooks.ts'
import { createFaults } from '../faults/fault-plan.ts'
import type { FaultKind } from './http/faults.ts'
import { createIdempotencyKeys } from './http/idempotency.ts'
import { answerControl } from './control.ts'
import { answerPage } from './pages/page-routes.ts'
import { createWorld } from './world/create-world.ts'
import type { ArrivedRequest, StripeTwin, StripeTwinOptions } from './stripe-twin.ts'

/** Starts a local stand-in for Stripe, which holds everything in memory. */
export async function startStripeTwin(options: StripeTwinOptions): Promise<StripeTwin> {
  let url = ''
  let aheadMs = 0
  const nowMs = () => (options.nowMs ?? Date.now)() + aheadMs
  const crashes: unknown[] = []
  const requests: ArrivedRequest[] = []
  const late: (() => void)[] = []
  const gate = createContractGate()
  const { apiVersion } = gate.report()
  const faults = createFaults<FaultKind>()
  const webhooks = createWebhooks(() => Math.floor((options.signingTimeMs ?? nowMs)() / 1000))
  const events = createEventLog({ gate, webhooks, apiVersion, nowMs })
  const seed = nowMs().toString(36)
  const { world, catchUp } = createWorld({ nowMs, publicUrl: () => url, emit: events.emit, seed })
  events.useIds(world.newId)
  webhooks.setEndpoint(options.endpoint ?? null)
  const keys = createIdempotencyKeys(nowMs)
  const api = createApi({
    world,
    catchUp,
    keys,
    gate,
    apiKeys: new Set(options.apiKeys),
    apiVersion,
    report: (error) => crashes.push(error),
    during: events.during,
  })

  const twin: StripeTwin = {
    get url() {
      return url
    },
    world,
    faults,
    webhooks,
    books: () => {
      catchUp()
      return readBooks(world)
    },
    contract: gate.report,
    requests: () => requests,
    crashes: () => crashes,
    release: () => {
      for (const go of late.splice(0)) go()
    },
    advance: (ms) => {
      aheadMs += ms
      catchUp()
    },
    close: async () => {
      twin.release()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const method = request.method ?? 'GET'
    const page = answerPage({ world, catchUp }, method, path, body)
    if (page) return send(response, page)
    const control = await answerControl(twin, method, path, body)
    if (control) return send(response, control)
    const arrived: ArrivedRequest = { method, path, query, body, headers: request.headers, status: 0 }
    requests.push(arrived)
    const fault = faults.next(method, path)
    if (fault === 'request-lost') return void request.socket.destroy()
    const instead = fault ? BEFORE[fault] : undefined
    const answer =
      instead ??
      api(
        { method, path, query, body, headers: request.headers },
        { failsAfterwards: fault === 'error-500-after' },
      )
    if (fault === 'answer-lost') return void request.socket.destroy()
    if (fault === 'late') {
      const free = keys.busy(request.headers['idempotency-key']?.toString() ?? '')
      await new Promise<void>((resolve) => late.push(resolve))
      free()
    }
    const final = (fault ? AFTER[fault] : undefined) ?? answer
    arrived.status = final.status
    send(response, final)
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

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, headers, body }: ApiAnswer): void {
  response.writeHead(status, headers)
  response.end(body)
}
