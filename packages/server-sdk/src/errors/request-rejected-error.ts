import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

const ADVICE: Readonly<Record<number, string>> = {
  405: 'the address does not accept this method; check that baseUrl is a gateway of this major version',
  413: 'the request is too large; shorten metadata and descriptions',
  415: 'the content type was not accepted; check the proxies between this server and the gateway',
}

/** The gateway did not take the request as such: 405, 413, 415 or another 4xx without a class of its own. */
export class RequestRejectedError extends GatewayError {
  override readonly name = 'RequestRejectedError'
  readonly code = 'request_rejected'

  constructor(details: GatewayErrorDetails & { readonly status: number }) {
    const advice = ADVICE[details.status] ?? 'check the proxies between this server and the gateway'
    super(`The gateway rejected the request (${details.status}): ${advice}.`, details)
  }
}
