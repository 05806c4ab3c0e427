import type { Role } from '@sluice/types'

/** The client id of people at the portal: no client of a merchant is named so. */
export const PORTAL_CLIENT = 'portal'

/** A caller with an access token, or one who is signed in at the portal. */
export interface MerchantCaller {
  readonly kind: 'merchant'
  readonly merchantId: string
  /** {@link PORTAL_CLIENT} for a person at the portal. */
  readonly clientId: string
  /** The person at the portal; none for a program. */
  readonly userId?: string
  readonly roles: ReadonlySet<Role>
}

/** A caller with a client key: a browser on a page of the merchant. The key identifies, it proves nothing. */
export interface BrowserCaller {
  readonly kind: 'browser'
  readonly merchantId: string
  readonly clientKey: string
}

/** The user of a test tool: a person at the portal, or null for the operator, who may use it for every sandbox. */
export type ToolUser = Pick<MerchantCaller, 'merchantId'> | null

export type Caller = MerchantCaller | BrowserCaller
