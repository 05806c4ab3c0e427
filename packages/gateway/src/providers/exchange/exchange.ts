import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

import { isLoopbackUrl } from '@sluice/types'

import type { Clock } from '../../kernel/clock.ts'
import type { Secret } from '../../kernel/secret.ts'
import { parseJson } from '../../platform/http/parse-json.ts'
import { ExchangeError } from './exchange-error.ts'
import { signRequest } from './sign-request.ts'

/** One request below the configured address. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'POST'
  /** Begins with a slash. */
  readonly path: string
  readonly body?: unknown
}

export interface ExchangeAnswer {
  readonly status: number
  /** Parsed JSON; whoever asked judges its shape. */
  readonly body: unknown
}

/** Sends a request and gives the answer whatever its status. @throws {@link ExchangeError} */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>

export interface ExchangeOptions {
  /** The other side's name in errors. */
  readonly party: string
  readonly url: string
  readonly secret: Secret<string>
  /** From the first byte sent to the last received. */
  readonly timeoutMs: number
  /** The machine's own: signatures are judged by other machines. */
  readonly clock: Clock
  /** `traceparent`, where somebody traces. It is not signed: nothing rests on it. */
  readonly traceHeaders?: () => Readonly<Record<string, string>>
}

/** The longest answer that means anything is some 2 kB. */
const ANSWER_MAX_BYTES = 65_536
/** A healthy host on the same continent is connected to within a second; one that drops packets never is. */
const CONNECT_TIMEOUT_MS = 5_000
/** Connections to one party; further calls wait for a free one within their deadline. */
const CONNECTIONS_MAX = 256
/** Below the keep-alive of common servers and balancers, so that we are the ones who close. */
const IDLE_SOCKET_MS = 4_000
/** The answers of the protocol are two levels deep and have some ten members. */
const JSON_RULES = { maxDepth: 8, maxMembers: 200, readNumber: (source: string): unknown => Number(source) }

/**
 * Speaks signed JSON over HTTPS with one party: connections are kept open, redirects are not followed, answers are
 * bounded in time and size.
 *
 * @throws {TypeError} For an address that is neither https nor on this machine.
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const { party, secret, clock, timeoutMs } = options
  const url = new URL(options.url)
  const isSecure = url.protocol === 'https:'
  if (!isSecure && !isLoopbackUrl(options.url)) {
    throw new TypeError(`${party}: use an https address; plain http is for this machine`)
  }
  const base = (url.origin + url.pathname).replace(/([^/])\/+$/, '$1')
  const settings = { keepAlive: true, maxSockets: CONNECTIONS_MAX, timeout: IDLE_SOCKET_MS }
  const agent = isSecure ? new HttpsAgent(settings) : new HttpAgent(settings)
  const send = isSecure ? requestHttps : requestHttp

  return async ({ method, path, body }) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      accept: 'application/json',
      'user-agent': 'sluice-gateway',
      ...options.traceHeaders?.(),
      ...signRequest({ method, path, body: text }, secret.reveal(), clock.now()),
      ...(body !== undefined && {
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(text)),
      }),
    }
    const signal = AbortSignal.timeout(timeoutMs)
    const attempt = (): Promise<ExchangeAnswer> =>
      exchangeOnce(party, send(base + path, { method, headers, agent, signal }), text, signal)
    try {
      return await attempt()
    } catch (error) {
      // The other side closed an idle connection just as we took it. The key makes sending twice harmless.
      if (error instanceof StaleConnectionError) return attempt().catch(forgetStaleness)
      throw error
    }
  }
}

/** A kept connection broke before anything of an answer came. */
class StaleConnectionError extends ExchangeError {}

function forgetStaleness(error: unknown): never {
  // The first try may have arrived, so the second cannot vouch that nothing was sent.
  if (error instanceof ExchangeError && error.code === 'NEVER_SENT') {
    throw new ExchangeError(error.message.split(':', 1)[0] ?? '', 'CONNECTION_LOST')
  }
  throw error
}

async function exchangeOnce(
  party: string,
  request: ClientRequest,
  text: string,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  const connection = watchConnection(request)
  let response: IncomingMessage
  try {
    response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.once('error', reject)
      // Who answers 101, to speak something else than HTTP, ends the request without a word.
      request.once('close', () => reject(new Error('closed before the answer')))
      request.end(text)
    })
  } catch (error) {
    if (!connection.isMade()) throw new ExchangeError(party, 'NEVER_SENT', codeOf(error))
    if (signal.aborted) throw new ExchangeError(party, 'TIMEOUT')
    if (request.reusedSocket) throw new StaleConnectionError(party, 'CONNECTION_LOST', codeOf(error))
    throw new ExchangeError(party, 'CONNECTION_LOST', codeOf(error))
  } finally {
    connection.forget()
  }
  return { status: response.statusCode ?? 0, body: await readJson(party, response, signal) }
}

/** Knows whether the connection came about, and gives up on one that does not. */
function watchConnection(request: ClientRequest): { isMade(): boolean; forget(): void } {
  let isMade = false
  const timer = setTimeout(() => {
    if (!isMade) request.destroy(Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' }))
  }, CONNECT_TIMEOUT_MS)
  request.once('socket', (socket) => {
    if (!socket.connecting) {
      isMade = true
      return
    }
    // Over TLS nothing of the request leaves before the handshake is done.
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      isMade = true
    })
  })
  return { isMade: () => isMade, forget: () => clearTimeout(timer) }
}

async function readJson(party: string, response: IncomingMessage, signal: AbortSignal): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > ANSWER_MAX_BYTES) throw new ExchangeError(party, 'ANSWER_TOO_LARGE')
      chunks.push(chunk)
    }
  } catch (error) {
    response.destroy()
    if (error instanceof ExchangeError) throw error
    throw new ExchangeError(party, signal.aborted ? 'TIMEOUT' : 'CONNECTION_LOST', codeOf(error))
  }
  const status = `status ${response.statusCode ?? 0}`
  if (!/^application\/json(;|$)/i.test(response.headers['content-type'] ?? '')) {
    throw new ExchangeError(party, 'ANSWER_MALFORMED', `${status}, no JSON`)
  }
  const parsed = parseJson(decodeUtf8(party, Buffer.concat(chunks)), JSON_RULES)
  if (!parsed.ok) throw new ExchangeError(party, 'ANSWER_MALFORMED', `${status}, ${parsed.problem.kind}`)
  return parsed.value
}

function decodeUtf8(party: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ExchangeError(party, 'ANSWER_MALFORMED', 'no UTF-8')
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
