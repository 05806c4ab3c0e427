import type { TransferAccount } from './transfer-account.ts'

/** A link that opens a payment app on a phone. */
export interface AppLink {
  /** The app's name. */
  readonly app: string
  readonly url: string
}

/**
 * The content of an order's page at the gateway while the customer has not paid. The account to pay into is the
 * transaction's.
 */
export type OrderPage =
  /** The customer pays in an app. */
  | { readonly kind: 'DISPLAY'; readonly qrText: string | null; readonly appLinks: readonly AppLink[] }
  /** The customer transfers the money. The provider may explain this on its own page. */
  | { readonly kind: 'TRANSFER'; readonly providerUrl: string | null }
  /** The browser posts a form to the provider. */
  | { readonly kind: 'FORM'; readonly url: string; readonly data: Readonly<Record<string, string>> }

/** The part of a provider's answer that the order page shows. */
export type ShownOrder = OrderPage & {
  readonly account: TransferAccount | null
  /** The time at which the provider stops accepting the payment; null if it did not report one. */
  readonly expiresAtMs: number | null
}
