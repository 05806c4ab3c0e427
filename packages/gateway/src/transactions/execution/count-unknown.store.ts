import { type Kysely, sql } from 'kysely'

import type { TransactionTables } from '../transactions.tables.ts'

/** A longer queue needs no exact number. */
const COUNTED_MAX = 10_000

/** Attempts whose outcome at the provider is unknown. Reads the index of open attempts, however many there were before. */
export async function countUnknownOutcomes(db: Kysely<TransactionTables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from attempts where due_at is not null and status = 'UNKNOWN' limit ${COUNTED_MAX}
    ) as open
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}
