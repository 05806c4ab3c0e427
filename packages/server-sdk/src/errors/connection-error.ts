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
      `${describeCall(details)} got no answer${cause ? ` (${cause})` : ''}. ${describeOutcome(details)}`,
      details,
    )
  }
}

export function describeCall({ call }: GatewayErrorDetails): string {
  return call ? `${call.method} ${call.path}` : 'The request'
}

export function describeOutcome({ call, outcomeUnknown }: GatewayErrorDetails): string {
  if (!outcomeUnknown) return 'Nothing was done; it is safe to try again.'
  const handles = [
    ...(call?.reference ? [`reference ${call.reference}`] : []),
    ...(call?.idempotencyKey ? [`idempotency key ${call.idempotencyKey}`] : []),
  ]
  return `The outcome is unknown: ask for the status before trying again${handles.length > 0 ? ` (${handles.join(', ')})` : ''}.`
}
