import { describeOutcome } from './connection-error.ts'
import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

export interface ConflictErrorDetails extends GatewayErrorDetails {
  /** The gateway's own words. */
  readonly reason?: string | undefined
  /** The session's status, when a busy or finished session is the cause. */
  readonly sessionStatus?: string | undefined
  /** Seconds after which asking again makes sense. */
  readonly retryAfterSeconds?: number | undefined
}

/**
 * A request with the same idempotency key is still running, or what it is about is busy or over (409).
 *
 * In the first case `outcomeUnknown` is `true`, since that request is this one: ask again with the same key, after
 * `retryAfterSeconds`. Otherwise nothing was done.
 */
export class ConflictError extends GatewayError {
  override readonly name = 'ConflictError'
  readonly code = 'conflict'
  /** The gateway's own words; undefined when it gave none. */
  readonly reason: string | undefined
  /** Status of the session that is over or busy; undefined when it is about something else. */
  readonly sessionStatus: string | undefined
  /** Seconds after which the same request may succeed; undefined when waiting does not help. */
  readonly retryAfterSeconds: number | undefined

  constructor(details: ConflictErrorDetails) {
    const why = details.reason ?? (details.sessionStatus && `the session is ${details.sessionStatus}`)
    const next = details.outcomeUnknown ? describeOutcome(details) : 'Query the status before you retry.'
    super(`Another request conflicts with this one (409)${why ? `: ${why}` : ''}. ${next}`, details)
    this.reason = details.reason
    this.sessionStatus = details.sessionStatus
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  override toJSON(): Record<string, unknown> {
    return {
      ...super.toJSON(),
      reason: this.reason,
      sessionStatus: this.sessionStatus,
      retryAfterSeconds: this.retryAfterSeconds,
    }
  }
}
