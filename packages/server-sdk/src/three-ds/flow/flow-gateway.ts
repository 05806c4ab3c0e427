import type {
  AuthorizeRequest,
  CompleteAuthenticationRequest,
  Envelope,
  RequestAuthenticationRequest,
  StatusFound,
  StatusNotFound,
} from '@sluice/types'

/** What a flow asks of the gateway; `createClient` makes one. */
export interface FlowGateway {
  /** Begins the payment, and reads what became of it. */
  readonly transactions: {
    authorize(request: AuthorizeRequest): Promise<Envelope>
    status(id: string): Promise<StatusFound | StatusNotFound>
  }
  /** Goes on after the fingerprint, and after the challenge. */
  readonly threeDs: {
    requestAuthentication(
      threeDsServerTransId: string,
      request: RequestAuthenticationRequest,
    ): Promise<Envelope>
    completeAuthentication(request: CompleteAuthenticationRequest): Promise<Envelope>
  }
}
