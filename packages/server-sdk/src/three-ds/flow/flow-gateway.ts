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
  readonly transactions: {
    authorize(request: AuthorizeRequest): Promise<Envelope>
    status(id: string): Promise<StatusFound | StatusNotFound>
  }
  readonly threeDs: {
    requestAuthentication(
      threeDsServerTransId: string,
      request: RequestAuthenticationRequest,
    ): Promise<Envelope>
    completeAuthentication(request: CompleteAuthenticationRequest): Promise<Envelope>
  }
}
