import type { Fixed } from '../database/columns.ts'
import { happened, type OwnedTables } from '../database/owned-tables.ts'

/** Rows of idempotency. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface IdempotencyTables {
  stored_answers: StoredAnswerTable
}

/** Requests that came with an `Idempotency-Key`: who runs them, and what they answered. All times are the machine's. */
export interface StoredAnswerTable {
  merchant_id: Fixed<string>
  /** HMAC of method, route, path parameters and key. */
  name: Fixed<string>
  /** HMAC of the body. */
  body_lookup: Fixed<string>
  /** The id of the request that executes or executed it. */
  claim_id: string
  /** While it runs: the time from which its process counts as dead. */
  lease_until: number | null
  /** Status, headers and body, sealed under a key that body and `Idempotency-Key` make, and again under the master key. */
  sealed_answer: Buffer | null
  created_at: Fixed<number>
}

export const IDEMPOTENCY_TABLES: OwnedTables<keyof IdempotencyTables> = {
  tenants: [
    {
      table: 'stored_answers',
      column: 'merchant_id',
      onReset: 'FORGOTTEN',
      endedBy: 'sealed_answer',
    },
  ],
  service: [],
  deadlines: [],
  realTimes: [
    ...happened('created_at', 'stored_answers'),
    { table: 'stored_answers', column: 'lease_until', because: 'leases are between processes' },
  ],
  erasure: {
    // Sealed, and deleted after 30 days.
    stored_answers: { kept: 'merchant_id name body_lookup claim_id lease_until sealed_answer created_at' },
  },
}
