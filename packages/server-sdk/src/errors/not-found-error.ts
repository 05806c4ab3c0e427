import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** There is no such record for this merchant, or `baseUrl` is not a gateway's. Asking for a status never throws this. */
export class NotFoundError extends GatewayError {
  override readonly name = 'NotFoundError'
  readonly code = 'not_found'

  constructor(details: GatewayErrorDetails) {
    super(
      'The gateway knows nothing at this address (404). Check the id, and that baseUrl is right.',
      details,
    )
  }
}
