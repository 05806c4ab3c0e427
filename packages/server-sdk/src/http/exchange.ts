/**
 * One HTTP exchange: the only file that knows the HTTP library. Nothing is retried here and no status is judged.
 *
 * @module
 */
import ky, { isKyError, isTimeoutError } from 'ky'
import { ConnectionError } from '../errors/connection-error.ts'
import type { CallDescription } from '../errors/gateway-error.ts'
import { RequestTimeoutError } from '../errors/request-timeout-error.ts'

/** The subset of `fetch` that is needed. It is called with a `Request`. */
export type Fetch = (request: Request) => Promise<Response>

export interface ExchangeOptions {
  readonly fetch: Fetch
  readonly timeoutMs: number
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** How errors name the call. */
  readonly call: CallDescription
  /** Whether the other side may act on the request: `false` for reading and for tokens. */
  readonly acts: boolean
}

/** An answer whose body has arrived completely. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends a request and reads the whole answer, within `timeoutMs`. Redirects are answers, not followed: they would carry credentials along. */
export async function exchange(request: OutgoingRequest, options: ExchangeOptions): Promise<Answer> {
  const { method, url, headers, body } = request
  const pending = ky(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    fetch: (input) => options.fetch(input as Request),
    redirect: 'manual',
    retry: 0,
    throwHttpErrors: false,
    // This one ends at the headers; the other covers the body as well.
    timeout: false,
    totalTimeout: options.timeoutMs,
  })
  try {
    const response = await pending
    return { status: response.status, headers: response.headers, text: await pending.text() }
  } catch (error) {
    throw describeFailure(error, request, options.timeoutMs)
  }
}

function describeFailure(error: unknown, { call, acts }: OutgoingRequest, timeoutMs: number): Error {
  if (isTimeoutError(error)) return new RequestTimeoutError({ call, timeoutMs, outcomeUnknown: acts })
  // The library's errors hold the request with its headers; what `fetch` itself threw does not.
  const cause: unknown = isKyError(error) ? error.cause : error
  return new ConnectionError({ call, cause, outcomeUnknown: acts && !didNotLeave(cause) })
}

/**
 * Codes that say no connection came about: the name did not resolve or the port was closed. Node's first, then Bun's.
 * Anything else (a reset, a time-out, a broken TLS session) may have happened after the request left.
 */
const NO_CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
])

function didNotLeave(cause: unknown): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && NO_CONNECTION_CODES.has(error.code)) return true
  }
  return false
}
