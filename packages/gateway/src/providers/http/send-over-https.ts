import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { urlToHttpOptions } from 'node:url'

import { isLoopbackUrl } from '@sluice/types'
import { isStaleConnection } from '@sluice/platform/http/is-stale-connection'

import { ExchangeError } from './exchange-error.ts'
import type { MessageAnswer, Send } from './send.ts'

/** The maximum size of an answer; the longest valid one has some 2 kB. */
const ANSWER_MAX_BYTES = 65_536
/**
 * The time limit for connecting. A healthy host on the same continent accepts within a second; one that drops packets
 * never does. Waiting for one of the {@link CONNECTIONS_MAX} connections counts as connecting, because a call that
 * was never sent may go to another party while the shopper still has time.
 */
const CONNECT_TIMEOUT_MS = 5_000
/** The maximum number of connections to one party, enough for 100 calls a second that take over two seconds each. */
export const CONNECTIONS_MAX = 256
/** Below the keep-alive of common servers and load balancers, so that the gateway closes first. */
const IDLE_SOCKET_MS = 4_000

/**
 * Sends messages over HTTPS. Connections are kept open, redirects are not followed, answers are limited in size, and
 * a message that was never sent has its own error.
 *
 * @throws {TypeError} For an address that is neither https nor on this machine.
 */
export function sendOverHttps({
  party,
  url,
  answerMaxBytes = ANSWER_MAX_BYTES,
}: {
  readonly party: string
  readonly url: string
  readonly answerMaxBytes?: number
}): Send {
  const { protocol, origin, pathname } = new URL(url)
  const isSecure = protocol === 'https:'
  if (!isSecure && !isLoopbackUrl(url)) {
    throw new TypeError(`${party}: use an https address; plain http is only allowed on this machine`)
  }
  // The address is parsed once, because parsing it for each message would take longer than signing.
  const host = urlToHttpOptions(new URL(origin))
  const base = (origin + pathname).replace(/([^/])\/+$/, '$1').slice(origin.length)
  const settings = { keepAlive: true, maxSockets: CONNECTIONS_MAX, timeout: IDLE_SOCKET_MS }
  const agent = isSecure ? new HttpsAgent(settings) : new HttpAgent(settings)
  const request = isSecure ? requestHttps : requestHttp

  return async ({ method, path, headers, body, isSentOnce = false }, limitMs) => {
    const deadline = startDeadline(limitMs)
    const sized = body === '' ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
    const attempt = (): Promise<MessageAnswer> =>
      sendOnce(
        { party, answerMaxBytes },
        request({ ...host, path: base + path, method, headers: sized, agent }),
        body,
        deadline,
      )
    try {
      return await attempt()
    } catch (error) {
      // The other side closed an idle connection just as it was used. The idempotency key makes sending twice
      // harmless.
      if (error instanceof StaleConnectionError && !isSentOnce)
        return await attempt().then(withoutSignature, forgetStaleness)
      throw error
    } finally {
      deadline.end()
    }
  }
}

/** Aborts the running request at the time limit. An AbortSignal would do the same at several times the cost. */
interface Deadline {
  isOver(): boolean
  /** Sets the function to run at the time limit, replacing an earlier one; runs it at once if the limit has passed. */
  hold(stop: () => void): void
  end(): void
}

function startDeadline(limitMs: number): Deadline {
  let isOver = false
  let stop = (): void => {}
  const timer = setTimeout(() => {
    isOver = true
    stop()
  }, limitMs)
  // A pending timer must not keep a stopping process alive.
  timer.unref()
  return {
    isOver: () => isOver,
    hold(next) {
      stop = next
      if (isOver) stop()
    },
    end: () => clearTimeout(timer),
  }
}

/** A keep-alive connection broke before any part of an answer arrived. */
class StaleConnectionError extends ExchangeError {}

/** The first try may have arrived and been executed, so a signed refusal of the second does not cover the call. */
function withoutSignature({ signature: _, ...answer }: MessageAnswer): MessageAnswer {
  return answer
}

function forgetStaleness(error: unknown): never {
  // The first try may have arrived, so the second cannot prove that nothing was sent.
  if (error instanceof ExchangeError && error.code === 'NEVER_SENT') {
    throw new ExchangeError(error.message.split(':', 1)[0] ?? '', 'CONNECTION_LOST')
  }
  throw error
}

async function sendOnce(
  { party, answerMaxBytes }: { readonly party: string; readonly answerMaxBytes: number },
  request: ClientRequest,
  text: string,
  deadline: Deadline,
): Promise<MessageAnswer> {
  const connection = watchConnection(request)
  let response: IncomingMessage
  try {
    response = await new Promise<IncomingMessage>((resolve, reject) => {
      let isAnswered = false
      request.once('response', (answer) => {
        isAnswered = true
        resolve(answer)
      })
      request.once('error', reject)
      // An answer with 101, which switches the protocol, ends the request without an event.
      request.once('close', () => {
        if (!isAnswered) reject(new Error('closed before the response'))
      })
      // A request that waits for a connection is aborted only when one is free. Nothing is sent then, but that may be
      // too late.
      const giveUp = (why: string): void => {
        const error = Object.assign(new Error(why), { code: 'ETIMEDOUT' })
        request.destroy(error)
        reject(error)
      }
      request.end(text)
      connection.onTooLate(() => giveUp('connecting took too long'))
      deadline.hold(() => giveUp('took too long'))
    })
  } catch (error) {
    if (!connection.isMade()) throw new ExchangeError(party, 'NEVER_SENT', codeOf(error))
    if (deadline.isOver()) throw new ExchangeError(party, 'TIMEOUT')
    if (isStaleConnection(request, error))
      throw new StaleConnectionError(party, 'CONNECTION_LOST', codeOf(error))
    throw new ExchangeError(party, 'CONNECTION_LOST', codeOf(error))
  } finally {
    connection.forget()
  }
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    signature: response.headers['sluice-signature']?.toString(),
    headers: readHeaders(response),
    body: decodeUtf8(party, await readBytes(party, response, deadline, answerMaxBytes)),
  }
}

/** Tracks whether there is a connection, because nothing of a request is sent before that. */
interface WatchedConnection {
  isMade(): boolean
  /** Runs `giveUp` if there is none in time. */
  onTooLate(giveUp: () => void): void
  forget(): void
}

function watchConnection(request: ClientRequest): WatchedConnection {
  let isMade = false
  let timer: NodeJS.Timeout | undefined
  request.once('socket', (socket) => {
    if (!socket.connecting) {
      isMade = true
      return
    }
    // Over TLS nothing of the request is sent before the handshake is done.
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      isMade = true
    })
  })
  return {
    isMade: () => isMade,
    onTooLate(giveUp) {
      timer = setTimeout(() => {
        if (!isMade) giveUp()
      }, CONNECT_TIMEOUT_MS)
    },
    forget: () => clearTimeout(timer),
  }
}

function readHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function readBytes(
  party: string,
  response: IncomingMessage,
  deadline: Deadline,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    const fail = (error: ExchangeError): void => {
      response.destroy()
      reject(error)
    }
    const lose = (error?: Error): void =>
      fail(new ExchangeError(party, deadline.isOver() ? 'TIMEOUT' : 'CONNECTION_LOST', codeOf(error)))
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) fail(new ExchangeError(party, 'ANSWER_TOO_LARGE'))
      else chunks.push(chunk)
    })
    response.once('end', () => resolve(Buffer.concat(chunks)))
    response.on('error', lose)
    response.once('close', () => {
      if (!response.readableEnded) lose()
    })
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(party: string, bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ExchangeError(party, 'ANSWER_MALFORMED', 'no UTF-8')
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
