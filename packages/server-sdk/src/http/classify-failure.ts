import { ConnectionError } from '../errors/connection-error.ts'
import { GatewayError } from '../errors/gateway-error.ts'
import { RequestTimeoutError } from '../errors/request-timeout-error.ts'
import { ValidationError } from '../errors/validation-error.ts'
import type { Failure } from './retry-decision.ts'

/** Statuses of temporary conditions of a gateway or a proxy in front of it. */
const BUSY_STATUSES: readonly (number | undefined)[] = [429, 502, 503, 504]

/**
 * Sorts what a try ended with.
 *
 * @param afterLoss - whether an earlier try of the same call may have been done: its idempotency key may be in use.
 */
export function classifyFailure(error: unknown, afterLoss: boolean): Failure {
  if (error instanceof ConnectionError || error instanceof RequestTimeoutError) {
    return error.outcomeUnknown ? 'lost' : 'not_sent'
  }
  // A request that was refused for what it says is refused again, with any status.
  if (!(error instanceof GatewayError) || error instanceof ValidationError) return 'final'
  if (BUSY_STATUSES.includes(error.status)) return 'busy'
  return error.status === 409 && (afterLoss || error.outcomeUnknown) ? 'still_running' : 'final'
}

/** Returns the seconds that the response asked to wait; undefined if it did not. */
export function retryAfterSecondsOf(error: unknown): number | undefined {
  const isTold = error instanceof GatewayError && 'retryAfterSeconds' in error
  return isTold && typeof error.retryAfterSeconds === 'number' ? error.retryAfterSeconds : undefined
}
