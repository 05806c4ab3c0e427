import type { GwalletAddress } from '../gwallet-api.ts'

/** The parameters of the sheet, in the query of its address. */
export interface SheetParameters {
  readonly wallet: 'gwallet-pay' | 'awallet-pay'
  /** Proves that an answer belongs to this sheet. */
  readonly nonce: string
  /** The origin of the page that opened the sheet. Only that page gets an answer. */
  readonly origin: string
  /** The decimal amount in major units. */
  readonly amount: string
  readonly currency: string
  readonly merchant: string
  /** The card networks, separated by commas. */
  readonly auth_methods: string
  /** The authentication methods, separated by commas. */
  readonly networks: string
  readonly billing: 'yes' | 'no'
  /** The wallet's name of the merchant; empty if the wallet receives it later. */
  readonly merchant_id: string
}

/** The shopper's action in the sheet. */
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

/** A message from the sheet to its opener. */
export interface SheetMessage {
  readonly type: 'wallet-sheet'
  readonly nonce: string
  /** Null once the sheet is rendered and listens. */
  readonly answer: SheetAnswer | null
}

/** A message from the opener to a wallet's sheet that asks for the merchant. */
export interface MerchantMessage {
  readonly type: 'wallet-merchant'
  readonly nonce: string
  readonly merchantIdentifier: string
}
