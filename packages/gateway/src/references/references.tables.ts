import type { Fixed } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of references. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface ReferenceTables {
  reference_holds: ReferenceHoldTable
}

/** References have one namespace per terminal, shared by sessions and transactions. */
export interface ReferenceHoldTable {
  merchant_id: Fixed<string>
  terminal_id: Fixed<string>
  reference: Fixed<string>
  /** SESSION | AUTHORIZE | PAYMENT | PAYOUT */
  kind: Fixed<string>
  /** The session's id hash or the transaction's id. A session that is created again replaces the first. */
  holder_id: string
  /** The amount; it follows that of the session. */
  amount: number
  currency: Fixed<string>
  /** The hash of the `Idempotency-Key`, path and body that took it; null if there is no key. */
  request_key: Fixed<string | null>
  created_at: Fixed<number>
}

export const REFERENCE_TABLES: OwnedTables<keyof ReferenceTables> = {
  tenants: ownedByMerchant('reference_holds'),
  service: [],
  deadlines: [],
  realTimes: happened('created_at', 'reference_holds'),
  erasure: {
    reference_holds: {
      kept: 'merchant_id terminal_id reference kind holder_id amount currency request_key created_at',
    },
  },
}
