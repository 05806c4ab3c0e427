import type { Fixed } from '@sluice/platform/database/columns'
import { ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of risk. Times are epoch milliseconds. */
export interface RiskTables {
  risk_events: RiskEventTable
}

/** Payments and refused attempts, once for each subject by which a rule counts them. */
export interface RiskEventTable {
  merchant_id: Fixed<string>
  /** The kind of the subject, and a fingerprint or keyed hash, which reveals no address or e-mail address. */
  subject: Fixed<string>
  /** The id of the transaction or of the refused attempt; a random id once the person was erased. */
  id: Fixed<string>
  transaction_id: Fixed<string>
  terminal_id: Fixed<string>
  /**
   * For payments OPEN | APPROVED | ENDED, for attempts REFUSED. A payment is also ENDED while the shopper corrects
   * a decline.
   */
  state: string
  /** While REFUSED: the processing code. */
  processing_code: Fixed<string | null>
  /** The fingerprint of the card. */
  card: string | null
  amount: Fixed<number>
  currency: Fixed<string>
  counted_at: number
  expires_at: number
}

export const RISK_TABLES: OwnedTables<keyof RiskTables> = {
  tenants: ownedByMerchant('risk_events'),
  service: [],
  deadlines: [
    // A merchant who moves the clock leaves the counted window.
    { table: 'risk_events', column: 'counted_at' },
    { table: 'risk_events', column: 'expires_at' },
  ],
  realTimes: [],
  erasure: {
    // Counts of the customer are deleted; those of the card, the address and others lose the link to the payment.
    risk_events: {
      emptied: 'id transaction_id',
      kept: `merchant_id subject terminal_id state processing_code card amount currency counted_at expires_at`,
    },
  },
}
