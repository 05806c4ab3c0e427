import type { Settings } from '../client-options.ts'
import { GatewayError } from '../errors/gateway-error.ts'
import { RequestAbortedError } from '../errors/request-aborted-error.ts'
import { RequestTimeoutError } from '../errors/request-timeout-error.ts'
import { type AccessTokens, TOKEN_PATH } from './access-token.ts'
import type { CallSettings } from './call-options.ts'
import { type Answer, exchange } from './exchange.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { classifyFailure, retryAfterSecondsOf } from './classify-failure.ts'
import { type Limit, startLimit, TimeUp, wait, withinLimit } from './limit.ts'
import { readError } from './read-error.ts'
import { decideRetry, isOutcomeQuery } from './retry-decision.ts'

export interface Sending {
  readonly settings: Settings
  readonly options: CallSettings
  readonly accessTokens: AccessTokens
  /** Whether the call is idempotent. */
  readonly isRepeatable: boolean
  readonly isAnswer: (answer: Answer) => boolean
}

/**
 * Sends a request until there is a response, no retry is allowed, or the deadline has passed.
 *
 * @throws The failure of the last attempt; if an earlier one may have been executed and the last does not show it,
 *   that of the earlier one. {@link GatewayError}
 */
export async function sendUntilAnswered(request: OutgoingRequest, sending: Sending): Promise<Answer> {
  const { settings, options } = sending
  const whole = startLimit(options.deadlineMs, options.signal, settings.startTimer)
  const endsAtMs = settings.monotonicMs() + options.deadlineMs
  const origin = new URL(request.url).origin
  let lost: GatewayError | null = null
  let counted = 0
  try {
    for (let attempt = 1; ; attempt += 1) {
      const error = await tryOnce(request, sending, whole, attempt).catch(ofThisPackage)
      if (!(error instanceof GatewayError)) return error

      const ended = {
        failure: classifyFailure(error, lost !== null),
        retryAfterSeconds: retryAfterSecondsOf(error),
      }
      if (!isOutcomeQuery(ended)) counted += 1
      const waitMs = decideRetry({
        ...ended,
        attempt: counted,
        tries: settings.tries,
        // Nothing is moved by asking for a token.
        isRepeatable: sending.isRepeatable || error.call?.path === TOKEN_PATH,
        random: settings.random(),
      })
      if (error.outcomeUnknown) lost = error
      // A wait that the deadline would cut short is not started, because nothing more would be known after it.
      if (waitMs === null || waitMs >= endsAtMs - settings.monotonicMs()) throw mostTruthful(error, lost)

      const { call } = request
      const { code: errorCode, status } = error
      settings.watch.retry({ call, origin, attempt, errorCode, status, waitMs })
      await wait(waitMs, whole.signal, settings.startTimer).catch((reason: unknown) => {
        throw mostTruthful(describeEnd(reason, request), lost)
      })
    }
  } finally {
    whole.release()
  }
}

/** Returns the error to throw: an earlier try may have been executed even if the last one was certainly not. */
function mostTruthful(error: GatewayError, lost: GatewayError | null): GatewayError {
  if (lost === null || error.outcomeUnknown) return error
  if (!(error instanceof RequestAbortedError)) return lost
  return new RequestAbortedError({ call: lost.call, cause: error.cause, outcomeUnknown: true })
}

/** Bugs, in this package or in its input, are not retried. */
function ofThisPackage(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  throw error
}

/**
 * One try, with an access token. A 401 means that the API did nothing, so that one is repeated, once, with a new token;
 * the idempotency key stays the same.
 */
async function tryOnce(
  request: OutgoingRequest,
  sending: Sending,
  whole: Limit,
  attempt: number,
): Promise<Answer> {
  const { settings, options, accessTokens } = sending
  const limit = startLimit(options.timeoutMs, whole.signal, settings.startTimer)
  const send = (accessToken: string) =>
    exchange(
      { ...request, headers: { ...request.headers, authorization: `Bearer ${accessToken}` } },
      { settings, signal: limit.signal, attempt },
    )
  try {
    const accessToken = await waitForToken(accessTokens, limit.signal, request)
    let answer = await send(accessToken)
    if (answer.status === 401) {
      accessTokens.refuse(accessToken)
      answer = await send(await waitForToken(accessTokens, limit.signal, request))
    }
    if (sending.isAnswer(answer)) return answer
    throw readError(answer, request)
  } finally {
    limit.release()
  }
}

/** Calls share the request for a token; each of them waits only until its own deadline. */
export async function waitForToken(
  accessTokens: AccessTokens,
  signal: AbortSignal,
  request: Pick<OutgoingRequest, 'call'>,
): Promise<string> {
  try {
    return await withinLimit(accessTokens.current(), signal)
  } catch (error) {
    throw signal.aborted ? describeEnd(signal.reason, request) : error
  }
}

/** The deadline passed while no request was open. */
function describeEnd(reason: unknown, { call }: Pick<OutgoingRequest, 'call'>): GatewayError {
  return reason instanceof TimeUp
    ? new RequestTimeoutError({ call, timeoutMs: reason.limitMs })
    : new RequestAbortedError({ call, cause: reason })
}
