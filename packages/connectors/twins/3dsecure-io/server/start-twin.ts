import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { answerPage } from '../acs/pages.ts'
import { answerCall, type TwinAnswer } from '../api.ts'
import { Witness } from '../witness.ts'
import { World } from '../world.ts'
import { type Fault, type FaultPlan, NO_FAULTS } from './fault-plan.ts'

/** The twin of 3dsecure.io, on a local port. */
export interface Twin {
  readonly url: string
  readonly world: World
  readonly witness: Witness
  /** All calls with their bodies, in the order in which the server received them. */
  readonly calls: readonly TwinCall[]
  forgetCalls(): void
  /** Sets the faults of messages from now on. */
  setFaults(plan: FaultPlan): void
  /** Sets the keys that the twin accepts from now on. */
  setKeys(keys: readonly string[]): void
  close(): Promise<void>
}

export interface TwinCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  /** Null if none was given. */
  readonly answer: TwinAnswer | null
}

export interface TwinOptions {
  readonly keys: readonly string[]
  readonly now?: () => number
  readonly port?: number
}

/** The response that the gateway gets instead of an answer. */
const INSTEAD: Readonly<Partial<Record<Fault, TwinAnswer>>> = {
  ERROR_500: { status: 500, contentType: 'application/json', body: '{"error":"internal"}' },
  ERROR_503_HTML: { status: 503, contentType: 'text/html', body: '<html>Service unavailable</html>' },
  HTML_200: { status: 200, contentType: 'text/html', body: '<html>Welcome</html>' },
  EMPTY_200: { status: 200, contentType: 'application/json', body: '' },
}

/** Starts the twin. @param options - Time is the machine’s unless given. */
export async function startTwin({ keys, now = Date.now, port = 0 }: TwinOptions): Promise<Twin> {
  let url = ''
  let faults = NO_FAULTS
  let accepted: ReadonlySet<string> = new Set(keys)
  const witness = new Witness()
  const world = new World({ now, uuid: randomUUID, pagesUrl: () => url })
  const calls: TwinCall[] = []

  const answerApi = (request: IncomingMessage, body: string, response: ServerResponse): void => {
    const path = request.url ?? '/'
    const fault = faults(path, calls.filter((call) => call.path === path).length)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
    )
    const call = { path, headers, body }
    if (fault === 'REQUEST_LOST') {
      calls.push({ ...call, answer: null })
      request.socket.destroy()
      return
    }
    const answer = answerCall(world, accepted, witness, { method: request.method ?? '', path, headers, body })
    calls.push({ ...call, answer })
    if (fault === 'ANSWER_LOST') request.socket.destroy()
    else if (fault !== 'LATE') write(response, damage(answer, fault))
  }

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = new URL(request.url ?? '/', 'http://twin').pathname
      if (!path.startsWith('/acs/')) return answerApi(request, body, response)
      write(response, answerPage(world, witness, path, new URLSearchParams(body)))
    })
  })
  await listen(server, port)
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    world,
    witness,
    calls,
    forgetCalls: () => void calls.splice(0),
    setFaults: (plan) => void (faults = plan),
    setKeys: (next) => void (accepted = new Set(next)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function damage(answer: TwinAnswer, fault: Fault | null): TwinAnswer {
  if (fault === null) return answer
  if (fault !== 'OTHER_ID') return INSTEAD[fault] ?? answer
  const message = JSON.parse(answer.body) as Record<string, unknown>
  return { ...answer, body: JSON.stringify({ ...message, threeDSServerTransID: randomUUID() }) }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function write(response: ServerResponse, { status, contentType, body }: TwinAnswer): void {
  response.writeHead(status, { 'content-type': contentType })
  response.end(body)
}
