import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What can happen to one request on its way, in the order from harmless to mean. */
export const FAULTS = [
  'none',
  'busy',
  'unauthorized',
  'cut before',
  'cut after',
  'cut in the answer',
  'no answer before',
  'no answer after',
  'garbage before',
  'garbage after',
] as const

export type Fault = (typeof FAULTS)[number]

/** Whether the gateway gets the request, and what the client gets then. */
type Conduct = {
  readonly passesOn: boolean
  readonly answer: (response: ServerResponse, answer: PassedOn | null, line: Held) => void
}

interface PassedOn {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

interface Held {
  readonly hold: () => void
}

const json = (response: ServerResponse, status: number, text: string) =>
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text)
const cut = (response: ServerResponse) => void response.socket?.destroy()
const babble = (response: ServerResponse) => void response.socket?.end('HTTP/1.1 banana\r\n\r\n')

const CONDUCTS: Readonly<Record<Fault, Conduct>> = {
  none: {
    passesOn: true,
    answer: (response, answer) => json(response, answer?.status ?? 502, answer?.text ?? ''),
  },
  busy: { passesOn: false, answer: (response) => json(response, 503, '{"error":"Service Unavailable"}') },
  unauthorized: { passesOn: false, answer: (response) => json(response, 401, '{"error":"Unauthorized"}') },
  'cut before': { passesOn: false, answer: cut },
  'cut after': { passesOn: true, answer: cut },
  'cut in the answer': {
    passesOn: true,
    answer(response, answer) {
      const text = answer?.text ?? ''
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length + 10 })
      response.write(text.slice(0, text.length / 2), () => cut(response))
    },
  },
  'no answer before': { passesOn: false, answer: (_, __, { hold }) => hold() },
  'no answer after': { passesOn: true, answer: (_, __, { hold }) => hold() },
  'garbage before': { passesOn: false, answer: babble },
  'garbage after': { passesOn: true, answer: babble },
}

/** A line to a gateway that does to each request of the API what the next fault says; when there is none left, nothing. */
export interface FaultyLine {
  readonly origin: string
  /** What happens to the next requests. */
  faults: Fault[]
  /** Requests with this header are answered with 401, before all faults. */
  refusedAuthorization: string | null
  /** How many requests of the API came in, how many of them the gateway got, and whose the last one was. */
  readonly seen: { asked: number; passedOn: number; authorization: string | null }
  close(): void
}

/** @param onHold - called when a request will never be answered. */
export async function openFaultyLine(target: string, onHold: () => void): Promise<FaultyLine> {
  const line: FaultyLine = {
    origin: '',
    faults: [],
    refusedAuthorization: null,
    seen: { asked: 0, passedOn: 0, authorization: null },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => cut(response))
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString()
    const isApi = request.url?.startsWith('/api/') ?? false
    const isRefused = isApi && request.headers.authorization === line.refusedAuthorization
    const fault = isRefused ? 'unauthorized' : isApi ? line.faults.shift() : undefined
    const { passesOn, answer } = CONDUCTS[fault ?? 'none']
    if (isApi) {
      line.seen.asked += 1
      line.seen.authorization = request.headers.authorization ?? null
    }
    if (isApi && passesOn) line.seen.passedOn += 1
    answer(response, passesOn ? await passOn(target, request, body) : null, { hold: onHold })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(line, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
}

async function passOn(target: string, request: IncomingMessage, body: string): Promise<PassedOn> {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  const answer = await fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body === '' ? {} : { body }),
  })
  return {
    status: answer.status,
    contentType: answer.headers.get('content-type') ?? '',
    text: await answer.text(),
  }
}
