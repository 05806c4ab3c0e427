import { type Kysely, sql } from 'kysely'

import type { Database } from '../database/tables.ts'

/** What waits to be done. */
export interface Backlog {
  readonly unknownOutcomes: number
  readonly deliveriesDue: number
  /** Epoch milliseconds; null when nothing is due. */
  readonly oldestDueAtMs: number | null
}

/** Who has more than this waiting needs no exact number. */
const COUNTED_MAX = 10_000

/** Reads by indexes of what is open, however much there was before. */
export async function readBacklog(db: Kysely<Database>, nowMs: number): Promise<Backlog> {
  const unknown = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from attempts where due_at is not null and status = 'UNKNOWN' limit ${COUNTED_MAX}
    ) as open
  `.execute(db)
  const due = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(next_at) as oldest from (
      select next_at from webhook_deliveries
      where status = 'DUE' and next_at <= ${nowMs} limit ${COUNTED_MAX}
    ) as open
  `.execute(db)
  return {
    unknownOutcomes: Number(unknown.rows[0]?.count ?? 0),
    deliveriesDue: Number(due.rows[0]?.count ?? 0),
    oldestDueAtMs: due.rows[0]?.oldest ?? null,
  }
}
