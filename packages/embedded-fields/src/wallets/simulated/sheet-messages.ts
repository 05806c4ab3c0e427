import type { GwalletAddress } from '../gwallet-api.ts'

/** What the sheet is opened with; it travels in the query of its address. */
export interface SheetParameters {
  readonly wallet: 'gwallet-pay' | 'awallet-pay'
  /** Proves that an answer is to this opening. */
  readonly nonce: string
  /** Of the page that opened it: the only one that is answered. */
  readonly origin: string
  /** Decimal, in major units. */
  readonly amount: string
  readonly currency: string
  readonly merchant: string
  /** Separated by commas. */
  readonly auth_methods: string
  /** Separated by commas. */
  readonly networks: string
  readonly billing: 'yes' | 'no'
  /** What the wallet calls the merchant; empty where the wallet learns it later. */
  readonly merchant_id: string
}

/** What the shopper did in the sheet. */
export type SheetAnswer =
  | {
      readonly kind: 'paid'
      readonly card: SheetCard
      readonly token: string
      readonly address: GwalletAddress | null
    }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'error'; readonly statusCode: string }

export interface SheetCard {
  readonly network: string
  readonly last4: string
}

/** From the sheet to its opener. */
export interface SheetMessage {
  readonly type: 'wallet-sheet'
  readonly nonce: string
  /** Null when it has been drawn and listens. */
  readonly answer: SheetAnswer | null
}

/** From the opener to the sheet of the wallet that asks who the merchant is. */
export interface MerchantMessage {
  readonly type: 'wallet-merchant'
  readonly nonce: string
  readonly merchantIdentifier: string
}
