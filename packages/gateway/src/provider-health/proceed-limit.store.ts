import { type Kysely, sql } from 'kysely'

import { claimDue } from '@sluice/platform/database/claim-due'
import type { Dialect } from '@sluice/platform/database/dialect'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { ProviderHealthTables } from './provider-health.tables.ts'

/** Payments per merchant that may proceed without authentication… */
const PROCEED_MAX = 20
/** …in this period, while the 3DS server fails: the merchant is liable for fraud on each. */
const PROCEED_WINDOW_MS = 300_000

/** Counts a payment that would proceed without authentication; resolves to whether it may. All processes share the count. */
export type MayProceed = (merchantId: string) => Promise<boolean>

/** Gives each merchant a fixed number of slots, each of which admits one payment per window. */
export function createProceedLimit({
  db,
  dialect,
  realTime,
}: {
  readonly db: Kysely<ProviderHealthTables>
  readonly dialect: Dialect
  readonly realTime: Clock
}): MayProceed {
  const takeSlot = async (merchantId: string): Promise<boolean> => {
    const nowMs = realTime.now()
    const taken = await claimDue(db, dialect, {
      table: 'proceed_slots',
      key: ['merchant_id', 'slot'],
      column: 'free_at',
      where: sql`merchant_id = ${merchantId}`,
      nowMs,
      untilMs: nowMs + PROCEED_WINDOW_MS,
      limit: 1,
    })
    return taken.length > 0
  }
  return async (merchantId) => {
    if (await takeSlot(merchantId)) return true
    const slots = Array.from({ length: PROCEED_MAX }, (_, slot) => ({
      merchant_id: merchantId,
      slot,
      free_at: 0,
    }))
    const made = await db
      .insertInto('proceed_slots')
      .values(slots)
      .onConflict((conflict) => conflict.columns(['merchant_id', 'slot']).doNothing())
      .executeTakeFirst()
    return (made.numInsertedOrUpdatedRows ?? 0n) > 0n && takeSlot(merchantId)
  }
}
