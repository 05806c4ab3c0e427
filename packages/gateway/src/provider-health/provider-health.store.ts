import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Dialect } from '@sluice/platform/database/dialect'
import { sharedNow } from '@sluice/platform/database/shared-now'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { ProviderAccount } from '../merchants/index.ts'
import type { HealthStore } from './provider-health.ts'
import type { ProviderHealthTables } from './provider-health.tables.ts'

/**
 * After this time, an account that hung only briefly responds again. Until then, payments take another route at no
 * cost.
 */
const FIRST_PROBE_MS = 2_000
/** The timeout of a probe. */
export const PROBE_LIMIT_MS = 5_000
/** The time between two probes of an account across all processes. It includes the duration of a probe. */
const PROBE_INTERVAL_MS = PROBE_LIMIT_MS + 5_000

export interface HealthStoreOptions {
  readonly db: Kysely<ProviderHealthTables>
  readonly dialect: Dialect
  readonly realTime: Clock
}

/** Stores which accounts are open, and when a process may probe them. */
export function createHealthStore({ db, dialect, realTime }: HealthStoreOptions): HealthStore {
  const now = (): RawBuilder<number> => sharedNow(dialect, realTime)
  const close = async (account: ProviderAccount): Promise<void> => {
    await db
      .updateTable('provider_health')
      .set({ open_since: null, probe_at: null })
      .where(isAbout(account))
      .execute()
  }
  return {
    close,
    async list() {
      const rows = await db.selectFrom('provider_health').selectAll().execute()
      return rows.map((row) => ({
        providerId: row.provider_id,
        accountId: row.provider_account_id,
        openSinceMs: row.open_since,
        pausedAtMs: row.paused_at,
        pauseReason: row.pause_reason,
      }))
    },

    async open(account) {
      const opened = { open_since: now(), probe_at: sql<number>`${now()} + ${FIRST_PROBE_MS}` }
      await db
        .insertInto('provider_health')
        .values({ ...columnsOf(account), ...opened })
        .onConflict((conflict) =>
          conflict
            .columns(['provider_id', 'provider_account_id'])
            .doUpdateSet(opened)
            .where('provider_health.open_since', 'is', null),
        )
        .execute()
    },

    async forget(account) {
      await close(account)
      await db
        .deleteFrom('provider_health')
        .where(isAbout(account))
        .where('open_since', 'is', null)
        .where('paused_at', 'is', null)
        .execute()
    },

    async claimProbe(account) {
      const { numUpdatedRows } = await db
        .updateTable('provider_health')
        .set({ probe_at: sql<number>`${now()} + ${PROBE_INTERVAL_MS}` })
        .where(isAbout(account))
        .where('probe_at', '<=', now())
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

export function columnsOf({ providerId, accountId }: ProviderAccount) {
  return { provider_id: providerId, provider_account_id: accountId }
}

export function isAbout({ providerId, accountId }: ProviderAccount): RawBuilder<boolean> {
  return sql<boolean>`provider_id = ${providerId} and provider_account_id = ${accountId}`
}
