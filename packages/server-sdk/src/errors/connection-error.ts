import type { ConnectFailure } from '../http/connect-failure.ts'
import { describeCause, GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

export interface ConnectionErrorDetails extends GatewayErrorDetails {
  /** The reason why no connection was made; absent when one was or may have been made. */
  readonly connectFailure?: ConnectFailure | undefined
}

/** The advice for each kind of failure. */
const ADVICE: Readonly<Record<ConnectFailure, string>> = {
  unreachable: 'Check that a gateway is running there and is reachable from this machine.',
  certificate:
    'The certificate of the server was rejected: check that it is valid now, names this host, and comes from an authority that this machine trusts.',
  not_tls: 'The server does not use https: check the scheme and the port of the address.',
}

/** Browsers resolve every name below `localhost`; Node does on few machines. */
const PORTAL_HOST = /^https?:\/\/portal\.localhost(?:[:/]|$)/

const PORTAL_ADVICE =
  'This is the address of the portal. Set baseUrl to the address that the gateway prints as its own, such as http://127.0.0.1:8080.'

/**
 * No complete answer arrived.
 *
 * Unless the request certainly did not leave (the name did not resolve, the connection or the certificate was refused),
 * `outcomeUnknown` is `true`: the gateway may have acted. The message and `call` carry the reference and the
 * idempotency key, to find out.
 */
export class ConnectionError extends GatewayError {
  override readonly name = 'ConnectionError'
  readonly code = 'connection_failed'

  constructor(details: ConnectionErrorDetails) {
    const cause = describeCause(details.cause)
    const advice = PORTAL_HOST.test(details.call?.host ?? '') ? PORTAL_ADVICE : undefined
    super(
      `${describeCall(details)} received no response${cause ? ` (${cause})` : ''}. ${advice ?? ADVICE[details.connectFailure ?? 'unreachable']} ${describeOutcome(details)}`,
      details,
    )
  }
}

export function describeCall({ call }: GatewayErrorDetails): string {
  if (!call) return 'The request'
  return `${call.method} ${call.path}${call.host ? ` at ${call.host}` : ''}`
}

/** Returns the advice after a failure: nothing is known, or nothing was executed. */
export function describeOutcome({ call, outcomeUnknown }: GatewayErrorDetails): string {
  if (!outcomeUnknown) return 'Nothing was executed; it is safe to retry.'
  const { reference, idempotencyKey } = call ?? {}
  const about = reference ? ` of reference ${reference}` : ''
  const again = idempotencyKey
    ? `; to find out, send the same request with idempotencyKey ${idempotencyKey}, or query the status`
    : '; query the status'
  return `The outcome${about} is unknown${again} before you try anything else.`
}
