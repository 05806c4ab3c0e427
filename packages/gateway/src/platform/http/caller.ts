import type { Role } from '@sluice/types'

/** Who called with an access token. */
export interface MerchantCaller {
  readonly kind: 'merchant'
  readonly merchantId: string
  readonly clientId: string
  readonly roles: ReadonlySet<Role>
}

/** Who called with a client key: a browser on a page of the merchant. The key identifies, it proves nothing. */
export interface BrowserCaller {
  readonly kind: 'browser'
  readonly merchantId: string
  readonly clientKey: string
}

export type Caller = MerchantCaller | BrowserCaller
