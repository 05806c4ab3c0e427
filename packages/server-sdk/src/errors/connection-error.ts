import { describeCause, GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/**
 * No complete answer arrived.
 *
 * Unless the request certainly did not leave (the name did not resolve, the connection was refused),
 * `outcomeUnknown` is `true`: the gateway may have acted. The message and `call` carry the reference and the
 * idempotency key, to find out.
 */
export class ConnectionError extends GatewayError {
  override readonly name = 'ConnectionError'
  readonly code = 'connection_failed'

  constructor(details: GatewayErrorDetails) {
    const cause = describeCause(details.cause)
    super(
      `${describeCall(details)} got no answer${cause ? ` (${cause})` : ''}. Check that a gateway runs there and can be reached from here. ${describeOutcome(details)}`,
      details,
    )
  }
}

export function describeCall({ call }: GatewayErrorDetails): string {
  if (!call) return 'The request'
  return `${call.method} ${call.path}${call.host ? ` at ${call.host}` : ''}`
}

/** What to do after a failure: nothing is known, or nothing was done. */
export function describeOutcome({ call, outcomeUnknown }: GatewayErrorDetails): string {
  if (!outcomeUnknown) return 'Nothing was done; it is safe to try again.'
  const { reference, idempotencyKey } = call ?? {}
  const about = reference ? ` of reference ${reference}` : ''
  const again = idempotencyKey
    ? `; to learn it, send the same request with idempotencyKey ${idempotencyKey}, or ask for the status`
    : '; ask for the status'
  return `The outcome${about} is unknown${again} before anything else is tried.`
}
