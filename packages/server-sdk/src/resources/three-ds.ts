import type { CompleteAuthenticationRequest, Envelope, RequestAuthenticationRequest } from '@sluice/types'
import type { ApiPromise } from '../http/api-promise.ts'
import type { CallOptions } from '../http/call-options.ts'
import type { Transport } from '../http/transport.ts'

/** The two calls that carry a 3-D Secure authentication on. Each answers with an envelope for {@link nextStep}. */
export interface ThreeDs {
  /**
   * Continues after the device fingerprint, or after 5 s without one. Repeated calls return the same response.
   *
   * @param threeDsServerTransId - `three_ds_server_trans_id` of the action token.
   * @param request - `fingerprint_result` from {@link fingerprintResult}, `payment_data` of the action, unchanged.
   * @throws When the authentication is unknown or has expired. {@link ValidationError}
   * @see docs/protocol/three-ds.md#fingerprint
   */
  requestAuthentication(
    threeDsServerTransId: string,
    request: RequestAuthenticationRequest,
    options?: CallOptions,
  ): ApiPromise<Envelope>
  /**
   * Continues after the challenge. For a final transaction, it returns the result again.
   *
   * @param request - `trans_status` is a hint; the issuer's message to the gateway decides.
   * @throws When `payment_data` and `session_id` belong to no authentication. {@link ValidationError}
   * @see docs/protocol/three-ds.md#finalising
   */
  completeAuthentication(request: CompleteAuthenticationRequest, options?: CallOptions): ApiPromise<Envelope>
}

export function createThreeDs(transport: Transport): ThreeDs {
  return {
    requestAuthentication: (threeDsServerTransId, request, options) =>
      transport.call('requestAuthentication', { params: { threeDsServerTransId }, body: request }, options),
    completeAuthentication: (request, options) =>
      transport.call('completeAuthentication', { body: request }, options),
  }
}
