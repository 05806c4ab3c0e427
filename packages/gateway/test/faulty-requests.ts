import { type FaultyLine, openFaultyLine } from '../../platform/test/faulty-line.ts'
import type { Faults, Flow, Toxic } from '../../platform/test/flow.ts'

/** The faults of one request, from harmless to severe. */
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

/** Before: the gateway does not get the request. After: it does, but the client gets no answer. */
const conductsOf = (onHold: () => void): Readonly<Record<Fault, Faults>> => {
  const hold: Toxic = { data: (flow) => (flow.lose(), onHold()) }
  const cut: Toxic = { data: (flow) => (flow.lose(), flow.reset()) }
  const babble = 'HTTP/1.1 banana\r\n\r\n'
  return {
    none: {},
    busy: { up: answering(jsonAnswer('503 Service Unavailable')) },
    unauthorized: { up: answering(jsonAnswer('401 Unauthorized')) },
    'cut before': { up: cut },
    'cut after': { down: cut },
    'cut in the answer': {
      down: { data: (flow, part) => (flow.pass(part.subarray(0, part.length - 10)), flow.close()) },
    },
    'no answer before': { up: hold },
    'no answer after': { down: hold },
    'garbage before': { up: answering(babble) },
    'garbage after': { down: { data: (flow) => flow.back.answer(babble) } },
  }
}

/** Reads the first part of a request, which is the relevant one. */
function answering(text: string): Toxic {
  return { data: (flow: Flow) => flow.answer(text) }
}

function jsonAnswer(status: string): string {
  const body = JSON.stringify({ error: status.slice(4) })
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** A connection to a gateway that applies the next planned fault to each request of the API, if any is left. */
export interface FaultyRequests extends Pick<FaultyLine, 'origin' | 'close'> {
  /** The faults of the next requests. */
  faults: Fault[]
  /** Requests with this header are answered with 401, before all faults. */
  refusedAuthorization: string | null
  /** The number of API requests, and the caller of the last one. */
  readonly seen: { asked: number; authorization: string | null }
}

/** @param onHold - called when a request will never be answered. */
export async function openFaultyRequests(target: string, onHold: () => void): Promise<FaultyRequests> {
  const conducts = conductsOf(onHold)
  const line = await openFaultyLine(target, {
    onUp(part) {
      const head = HEAD.exec(part.toString('latin1'))
      if (!head) return undefined
      if (!head.groups?.['path']?.startsWith('/api/')) return {}
      const authorization = AUTHORIZATION.exec(part.toString('latin1'))?.groups?.['value'] ?? null
      requests.seen.asked += 1
      requests.seen.authorization = authorization
      const isRefused = authorization !== null && authorization === requests.refusedAuthorization
      return conducts[isRefused ? 'unauthorized' : (requests.faults.shift() ?? 'none')]
    },
  })
  const requests: FaultyRequests = {
    origin: line.origin,
    faults: [],
    refusedAuthorization: null,
    seen: { asked: 0, authorization: null },
    close: () => line.close(),
  }
  return requests
}

/** A client sends one request after the other, and begins each in a separate packet. */
const HEAD = /^[A-Z]+ (?<path>\/\S*) HTTP\/1\.1\r\n/
const AUTHORIZATION = /\r\nauthorization: (?<value>[^\r]*)\r\n/i
