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

/** The longest answer that means anything is some 2 kB. */
const ANSWER_MAX_BYTES = 65_536
/**
 * A healthy host on the same continent is connected to within a second; one that drops packets never is. Waiting for one of the
 * {@link CONNECTIONS_MAX} connections counts as connecting: a party that frees none for so long is as far away as one that drops packets,
 * and a call that was never sent may go to another party, for which the shopper has time left.
 */
const CONNECT_TIMEOUT_MS = 5_000
/** Connections to one party. As many calls are at a party that answers 100 a second and takes over two seconds for each. */
export const CONNECTIONS_MAX = 256
/** Below the keep-alive of common servers and balancers, so that we are the ones who close. */
const IDLE_SOCKET_MS = 4_000

/**
 * Carries messages over HTTPS: connections are kept open, redirects are not followed, answers are bounded in size, and a
 * message that never left says so.
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
    throw new TypeError(`${party}: use an https address; plain http is for this machine`)
  }
  // The address is read once: reading the address of each message would take longer than signing the message.
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
      // The other side closed an idle connection just as we took it. The key makes sending twice harmless.
      if (error instanceof StaleConnectionError && !isSentOnce)
        return await attempt().then(withoutSignature, forgetStaleness)
      throw error
    } finally {
      deadline.end()
    }
  }
}

/** Ends what is under way when the time is over. A signal would do the same, at several times the cost. */
interface Deadline {
  isOver(): boolean
  /** Runs `stop` when the time is over, in place of what was held before; at once where that is so already. */
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
  // A waiting timer alone must not keep a stopping process alive.
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

/** A kept connection broke before anything of an answer came. */
class StaleConnectionError extends ExchangeError {}

/** The first try may have arrived and been executed, so a signed refusal of the second cannot vouch for the call. */
function withoutSignature({ signature: _, ...answer }: MessageAnswer): MessageAnswer {
  return answer
}

function forgetStaleness(error: unknown): never {
  // The first try may have arrived, so the second cannot vouch that nothing was sent.
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
      // Who answers 101, to speak something else than HTTP, ends the request without a word.
      request.once('close', () => {
        if (!isAnswered) reject(new Error('closed before the answer'))
      })
      // A request that waits for a connection hears of its end only when one is free: nothing of it is sent then, but that may be too late.
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

/** Knows whether the connection came about: nothing of a request leaves before that. */
interface WatchedConnection {
  isMade(): boolean
  /** Runs `giveUp` when there is none in time. */
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
    // Over TLS nothing of the request leaves before the handshake is done.
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
