import type { Fixed } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of payment links. Times are epoch milliseconds, JSON is text. */
export interface PaymentLinkTables {
  payment_links: PaymentLinkTable
}

export interface PaymentLinkTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  /** Keyed hash of the token, by which the page finds the link. */
  lookup: Fixed<string>
  /** The token opens a payment page, so the database cannot read it. */
  sealed_token: Buffer
  client_key: Fixed<string>
  /** The `Idempotency-Key` of the request that created the link; null if it had none. */
  request_key: Fixed<string | null>
  terminal_id: Fixed<string>
  currency: Fixed<string>
  /** Null if the shopper enters it. */
  amount: Fixed<number | null>
  min_amount: Fixed<number | null>
  max_amount: Fixed<number | null>
  transaction_type: Fixed<string>
  description: Fixed<string>
  reference_prefix: Fixed<string | null>
  /** Null for any number. */
  max_uses: Fixed<number | null>
  /** The number of approved transactions of the link. */
  uses: number
  /** The number of transactions of the link that are not final. */
  uses_in_progress: number
  customer_id: Fixed<string | null>
  /** NONE | IMPLICIT | OPT_IN */
  tokenization: Fixed<string>
  return_url: Fixed<string | null>
  /** JSON or null. */
  languages: Fixed<string | null>
  /** JSON or null. */
  metadata: Fixed<string | null>
  /** JSON or null. */
  options: Fixed<string | null>
  /** ACTIVE | USED_UP | EXPIRED | DEACTIVATED */
  status: string
  created_at: Fixed<number>
  updated_at: number
  expires_at: number
  deactivated_at: number | null
}

export const PAYMENT_LINK_TABLES: OwnedTables<keyof PaymentLinkTables> = {
  tenants: ownedByMerchant('payment_links'),
  service: [],
  deadlines: [{ table: 'payment_links', column: 'expires_at' }],
  realTimes: [
    ...happened('created_at', 'payment_links'),
    ...happened('updated_at', 'payment_links'),
    ...happened('deactivated_at', 'payment_links'),
  ],
  erasure: {
    // Personal data of shoppers is in sessions and transactions. The link itself has only the merchant's own texts.
    payment_links: {
      kept: `merchant_id id lookup sealed_token client_key request_key terminal_id currency amount min_amount max_amount
      transaction_type description reference_prefix max_uses uses uses_in_progress customer_id tokenization
      return_url languages metadata options status created_at updated_at expires_at deactivated_at`,
    },
  },
}
