/**
 * One HTTP exchange: the only file that uses the HTTP library. It retries nothing and interprets no status.
 *
 * @module
 */
import ky, { isKyError } from 'ky'
import type { Settings } from '../client-options.ts'
import { ConnectionError } from '../errors/connection-error.ts'
import { RequestAbortedError } from '../errors/request-aborted-error.ts'
import { RequestTimeoutError } from '../errors/request-timeout-error.ts'
import { findConnectFailure } from './connect-failure.ts'
import { TimeUp, withinLimit } from './limit.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { watchTry } from './watch-try.ts'

/** An answer whose body has arrived completely. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface ExchangeContext {
  readonly settings: Settings
  /** Ends the exchange; the reason is a {@link TimeUp}, or the caller's own. */
  readonly signal: AbortSignal
  readonly attempt: number
}

/** Sends a request and reads the whole answer. Redirects are answers, not followed: they would carry credentials along. */
export async function exchange(request: OutgoingRequest, context: ExchangeContext): Promise<Answer> {
  const { settings, signal, attempt } = context
  if (signal.aborted) throw describeFailure(signal.reason, { ...request, acts: false }, signal)

  const watched = watchTry(settings, request, attempt)
  try {
    const answer = await withinLimit(readAnswer({ ...request, headers: watched.headers }, context), signal)
    watched.answered(answer)
    return answer
  } catch (error) {
    const failure = describeFailure(error, request, signal, watched.requestId)
    watched.failed(failure.code)
    throw failure
  }
}

async function readAnswer(
  { method, url, headers, body }: OutgoingRequest,
  { settings, signal }: ExchangeContext,
): Promise<Answer> {
  const pending = ky(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    fetch: (input) => settings.fetch(input as Request),
    redirect: 'manual',
    retry: 0,
    throwHttpErrors: false,
    signal,
    timeout: false,
  })
  const response = await pending
  return { status: response.status, headers: response.headers, text: await pending.text() }
}

function describeFailure(
  error: unknown,
  { call, acts }: OutgoingRequest,
  signal: AbortSignal,
  requestId?: string,
): RequestTimeoutError | RequestAbortedError | ConnectionError {
  if (signal.aborted) {
    const { reason } = signal
    return reason instanceof TimeUp
      ? new RequestTimeoutError({ call, timeoutMs: reason.limitMs, requestId, outcomeUnknown: acts })
      : new RequestAbortedError({ call, cause: reason, requestId, outcomeUnknown: acts })
  }
  // The library's errors hold the request with its headers; what `fetch` itself threw does not.
  const cause: unknown = isKyError(error) ? error.cause : error
  const connectFailure = findConnectFailure(cause)
  const outcomeUnknown = acts && connectFailure === undefined
  return new ConnectionError({ call, cause, requestId, outcomeUnknown, connectFailure })
}
