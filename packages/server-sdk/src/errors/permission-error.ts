import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** The gateway answered 403. Nothing was done. */
export class PermissionError extends GatewayError {
  override readonly name = 'PermissionError'
  readonly code = 'permission_denied'
  /**
   * `true` when the answer was empty: the edge of the service blocked the request before the API saw it, for instance
   * because a value contains markup. `false` when the client lacks the role for the operation.
   */
  readonly blockedAtEdge: boolean

  constructor(details: GatewayErrorDetails & { readonly blockedAtEdge: boolean }) {
    super(
      details.blockedAtEdge
        ? 'The edge of the gateway blocked the request (403, empty response). Look for markup, scripts or SQL in the values; if there are none, send the operator the method, path, time, User-Agent and source address.'
        : 'The client lacks permission (403). Ask the operator for the role that the operation requires.',
      details,
    )
    this.blockedAtEdge = details.blockedAtEdge
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), blockedAtEdge: this.blockedAtEdge }
  }
}
