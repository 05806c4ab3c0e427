import type {
  AuthorizeRequest,
  CompleteAuthenticationRequest,
  Envelope,
  RequestAuthenticationRequest,
  StatusFound,
  StatusNotFound,
} from '@sluice/types'

/** The calls that a flow makes; `createClient` provides them. */
export interface FlowGateway {
  /** Starts the payment, and reads its outcome. */
  readonly transactions: {
    authorize(request: AuthorizeRequest): Promise<Envelope>
    status(id: string): Promise<StatusFound | StatusNotFound>
  }
  /** Continues after the fingerprint, and after the challenge. */
  readonly threeDs: {
    requestAuthentication(
      threeDsServerTransId: string,
      request: RequestAuthenticationRequest,
    ): Promise<Envelope>
    completeAuthentication(request: CompleteAuthenticationRequest): Promise<Envelope>
  }
}
