import { isAnswerSignedBy, signRequest } from '@sluice/provider-protocol'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Secret } from '@sluice/platform/kernel/secret'
import { parseJson } from '@sluice/platform/http/parse-json'

import { ExchangeError } from './exchange-error.ts'
import type { Send } from './send.ts'

/** One request below the configured address. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'POST'
  /** Begins with a slash. */
  readonly path: string
  readonly body?: unknown
}

export interface ExchangeAnswer {
  readonly status: number
  /** Parsed JSON; the caller checks its shape. */
  readonly body: unknown
  /** Whether the party signed the answer, so that no intermediary can have created it. */
  readonly isSigned: boolean
}

/** Sends a request and returns the answer, with any status. @throws {@link ExchangeError} */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>

export interface ExchangeOptions {
  /** The other side's name in errors. */
  readonly party: string
  readonly send: Send
  readonly secret: Secret<string>
  /** The time from the first byte sent to the last one received. */
  readonly timeoutMs: number
  /** The clock for signatures, which the other side checks by its own clock. */
  readonly clock: Clock
  /** The `traceparent` if calls are traced. It is not signed, because nothing depends on it. */
  readonly traceHeaders?: () => Readonly<Record<string, string>>
}

/** The answers of the protocol are two levels deep and have some ten members. */
const JSON_RULES = { maxDepth: 8, maxMembers: 200, readNumber: (source: string): unknown => Number(source) }

/** Exchanges signed JSON with one party. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { party, send, secret, clock, timeoutMs } = options

  return async ({ method, path, body }) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const signed = signRequest({ method, path, body: text }, secret.reveal(), clock.now())
    const headers = {
      accept: 'application/json',
      'user-agent': 'sluice-gateway',
      ...options.traceHeaders?.(),
      ...signed,
      ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
    }
    const answer = await send({ method, path, headers, body: text }, timeoutMs)
    const refuse = (why: string) =>
      new ExchangeError(party, 'ANSWER_MALFORMED', `status ${answer.status}, ${why}`, answer.status)
    if (!/^application\/json(;|$)/i.test(answer.contentType)) throw refuse('no JSON')
    const parsed = parseJson(answer.body, JSON_RULES)
    if (!parsed.ok) throw refuse(parsed.problem.kind)
    const requestSignature = signed['sluice-signature'] ?? ''
    const isSigned = isAnswerSignedBy({ requestSignature, ...answer }, answer.signature, secret.reveal())
    return { status: answer.status, body: parsed.value, isSigned }
  }
}
