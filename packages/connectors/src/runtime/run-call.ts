import type { Clock } from '@sluice/shared/clock'
import type { Random } from '@sluice/shared/random'
import type { Secret } from '@sluice/shared/secret'
import type { Timers } from '@sluice/shared/timers'

import type { Exchange, HttpRequest, HttpResult } from '../kit/http-message.ts'
import { type CallEnd, type ConnectorSecrets, REQUESTS_MAX, type StepFunction, unknown } from '../kit/step.ts'
import { revealRequest } from './reveal-request.ts'
import type { Send } from './send.ts'

/** The inputs of a call besides its message. */
export interface CallTerms {
  readonly account: string | null
  readonly state: Secret<string> | null
  readonly token: Secret<string> | null
  /** The time at which the gateway stops waiting for the call; absent for the time limit of one request. */
  readonly untilMs?: number
  /** Gets another token in place of a rejected one; absent if the connector uses none. */
  readonly renewToken?: (refused: Secret<string>) => Promise<Secret<string>>
}

/** The dependencies that all calls of a connector share. */
export interface CallParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly secrets: () => ConnectorSecrets
  readonly send: Send
  /** How long the gateway waits for a call, regardless of the number of requests. */
  readonly timeoutMs: number
  /** Called after each exchange. An exchange cannot be printed with its body or its credentials. */
  readonly onExchange: (exchange: Exchange, durationMs: number) => void
}

/**
 * Runs a call: sends the connector's requests until it has an answer. A request whose token was refused had no effect:
 * it is built again with another token, once in a call, and the connector does not see the refusal.
 *
 * Nothing is sent once the gateway has stopped waiting: by then it queries the outcome of the call, and a request that
 * arrives after the answer could move money without a record. Such a request was never sent.
 */
export async function runCall<Call, Answer>(
  step: StepFunction<Call, Answer>,
  call: Call,
  terms: CallTerms,
  parts: CallParts,
): Promise<CallEnd<Answer>> {
  const transcript: Exchange[] = []
  const { account, state, renewToken, untilMs = parts.clock.now() + parts.timeoutMs } = terms
  let { token } = terms
  let isRenewed = false
  for (;;) {
    const next = step(call, {
      account,
      state,
      token,
      now: parts.clock.now(),
      secrets: parts.secrets(),
      random: parts.random,
      transcript: [...transcript],
    })
    if (next.kind === 'refuse' && mayHaveMovedMoney(transcript.slice(0, -1))) return unknown(next.reason)
    if (next.kind !== 'send') return next
    expectAllowed(next.request, transcript)
    if (next.request.afterMs) await parts.timers.sleep(next.request.afterMs)
    const startedAtMs = parts.clock.now()
    const result = await sendInTime(next.request, untilMs - startedAtMs, parts.send)
    const exchange = { request: next.request, result }
    parts.onExchange(exchange, parts.clock.now() - startedAtMs)
    if (token !== null && renewToken && !isRenewed && isUnauthorized(result)) {
      isRenewed = true
      // Without another token, the connector receives the rejection.
      const renewed = await renewToken(token).catch(() => null)
      if (renewed !== null) {
        token = renewed
        continue
      }
    }
    transcript.push(exchange)
  }
}

const NEVER_SENT: HttpResult = { kind: 'failure', code: 'NEVER_SENT' }

async function sendInTime(request: HttpRequest, leftMs: number, send: Send): Promise<HttpResult> {
  return leftMs > 0 ? send(revealRequest(request), leftMs) : NEVER_SENT
}

const UNAUTHORIZED = 401
const CONFLICT = 409

function isUnauthorized(result: HttpResult): boolean {
  return result.kind === 'answer' && result.status === UNAUTHORIZED
}

/**
 * Returns whether a request may have moved money. A refusal concerns only the last request: if an earlier one was
 * executed, was lost, or got the answer that one like it is being executed, nobody may conclude that another provider
 * can charge.
 */
function mayHaveMovedMoney(earlier: readonly Exchange[]): boolean {
  return earlier.some(({ request, result }) => {
    if (!request.movesMoney) return false
    if (result.kind === 'failure') return result.code !== 'NEVER_SENT'
    return result.status === CONFLICT || (result.status >= 200 && result.status < 300)
  })
}

/** A connector that requests more is faulty, and must not move money twice because of it. */
function expectAllowed(request: HttpRequest, transcript: readonly Exchange[]): void {
  if (transcript.length >= REQUESTS_MAX) throw new Error(`${request.name}: too many requests for one call`)
  if (
    request.movesMoney &&
    transcript.some(({ request: earlier }) => earlier.movesMoney && !isSame(earlier, request))
  )
    throw new Error(`${request.name}: a second request that moves money`)
}

/** Returns whether a request repeats another one. The provider executes both once. */
function isSame(one: HttpRequest, other: HttpRequest): boolean {
  const [first, second] = [revealRequest(one), revealRequest(other)]
  return JSON.stringify(first) === JSON.stringify(second)
}
