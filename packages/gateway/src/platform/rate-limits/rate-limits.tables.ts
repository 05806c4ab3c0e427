import type { Fixed } from '../database/columns.ts'
import type { OwnedTables } from '../database/owned-tables.ts'

/** Rows of the shared rate counter. */
export interface RateLimitTables {
  rate_buckets: RateBucketTable
}

/** Its other columns are written and read by one statement of the shared rate counter. */
export interface RateBucketTable {
  key: Fixed<string>
  /** From then on the bucket is as good as none. */
  full_at: number
}

export const RATE_LIMIT_TABLES: OwnedTables<keyof RateLimitTables> = {
  tenants: [],
  service: ['rate_buckets'],
  deadlines: [],
  realTimes: [{ table: 'rate_buckets', column: 'full_at', because: 'rates protect the machine' }],
}
