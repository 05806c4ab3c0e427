import type { Fixed } from '../database/columns.ts'
import type { OwnedTables } from '../database/owned-tables.ts'

/** Rows of the shared rate counter. */
export interface RateLimitTables {
  rate_buckets: RateBucketTable
}

/** A row that one statement of the shared rate counter reads and writes. */
export interface RateBucketTable {
  key: Fixed<string>
  tokens: number
  /** The time at which the tokens were counted. */
  at_ms: number
  /** The time from which the bucket is full and can be deleted. */
  full_at: number
  /** 1 when the last request was. */
  is_allowed: number
}

export const RATE_LIMIT_TABLES: OwnedTables<keyof RateLimitTables> = {
  tenants: [],
  service: ['rate_buckets'],
  deadlines: [],
  realTimes: [{ table: 'rate_buckets', column: 'full_at', because: 'rates protect the machine' }],
  erasure: {
    rate_buckets: { kept: 'key tokens at_ms full_at is_allowed' },
  },
}
