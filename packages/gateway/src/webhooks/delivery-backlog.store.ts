import { type Kysely, sql } from 'kysely'

import type { WebhookTables } from './webhooks.tables.ts'

/** A longer queue needs no exact number. */
const COUNTED_MAX = 10_000

export interface DeliveryBacklog {
  readonly due: number
  /** Epoch milliseconds; null when nothing is due. */
  readonly oldestDueAtMs: number | null
}

/** Deliveries that wait to be sent. Reads the index of due ones, however many there were before. */
export async function readDeliveryBacklog(
  db: Kysely<WebhookTables>,
  nowMs: number,
): Promise<DeliveryBacklog> {
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(next_at) as oldest from (
      select next_at from webhook_deliveries
      where status = 'DUE' and next_at <= ${nowMs} limit ${COUNTED_MAX}
    ) as open
  `.execute(db)
  return { due: Number(rows[0]?.count ?? 0), oldestDueAtMs: rows[0]?.oldest ?? null }
}
