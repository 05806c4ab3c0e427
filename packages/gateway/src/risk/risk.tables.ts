import type { Fixed } from '@sluice/platform/database/columns'
import { ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of risk. Times are epoch milliseconds. */
export interface RiskTables {
  risk_events: RiskEventTable
}

/** Payments and refused attempts, once for each subject that a rule counts them by. */
export interface RiskEventTable {
  merchant_id: Fixed<string>
  /** Its kind, and a fingerprint or keyed hash: no address and no e-mail address can be read here. */
  subject: Fixed<string>
  /** The transaction's id, of a refused attempt the attempt's; once the person was erased, an id of nothing else. */
  id: Fixed<string>
  transaction_id: Fixed<string>
  terminal_id: Fixed<string>
  /** Of payments OPEN | APPROVED | ENDED, of attempts REFUSED. ENDED too while the shopper corrects a decline. */
  state: string
  /** While REFUSED: by which code. */
  processing_code: Fixed<string | null>
  /** Fingerprint. */
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
    // A merchant who moves the clock leaves the window that was counted.
    { table: 'risk_events', column: 'counted_at' },
    { table: 'risk_events', column: 'expires_at' },
  ],
  realTimes: [],
  erasure: {
    // What was counted of the customer is deleted; what was counted of the card, the address and others loses its payment.
    risk_events: {
      emptied: 'id transaction_id',
      kept: `merchant_id subject terminal_id state processing_code card amount currency counted_at expires_at`,
    },
  },
}
