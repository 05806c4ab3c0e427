import type { Fixed } from '../database/columns.ts'
import type { OwnedTables } from '../database/owned-tables.ts'

/** Rows of the shared rate counter. */
export interface RateLimitTables {
  rate_buckets: RateBucketTable
}

/** Written and read by one statement of the shared rate counter. */
export interface RateBucketTable {
  key: Fixed<string>
  tokens: number
  /** When the tokens were counted. */
  at_ms: number
  /** From then on the bucket is as good as none. */
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
