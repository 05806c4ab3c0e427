import type { Kysely } from 'kysely'

import { deleteOld } from '@sluice/platform/database/delete-old'

import type { RiskTables } from './risk.tables.ts'

/** Deletes rows that no rule counts now, and returns their number. */
export function purgeCounted(db: Kysely<RiskTables>, nowMs: number): Promise<number> {
  return deleteOld(db, {
    table: 'risk_events',
    key: ['merchant_id', 'subject', 'id'],
    column: 'expires_at',
    untilMs: nowMs,
  })
}
