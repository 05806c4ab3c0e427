import { GatewayError } from './gateway-error.ts'

/** This package was loaded in a browser, where everybody could read the client secret that it needs. */
export class BrowserForbiddenError extends GatewayError {
  override readonly name = 'BrowserForbiddenError'
  readonly code = 'browser_forbidden'

  constructor() {
    super(
      'This package needs the client secret and must stay on the server: in a browser anyone could read the secret. Call your own server from the page, and take card data with the embedded fields.',
    )
  }
}
