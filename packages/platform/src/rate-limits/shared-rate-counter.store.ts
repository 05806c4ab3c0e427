import { type Kysely, sql } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import { createTimedCache } from '../kernel/timed-cache.ts'
import { sha256Base64Url } from '../crypto/aead.ts'
import { deleteInBatches } from '../database/delete-old.ts'
import type { RateCount, RateCounter } from './rate-counter.ts'
import { RATE_POLICIES } from './rate-policies.ts'
import type { RateLimitTables } from './rate-limits.tables.ts'
import { fullAtMs, type RatePolicy, waitSecondsFor } from './token-bucket.ts'

/** Users whose refusal is remembered here, a hundred bytes each. */
const MAX_REFUSED_USERS = 50_000

/** A {@link RateCounter} for all processes of a PostgreSQL database together. */
export interface SharedRateCounter extends RateCounter {
  /** Deletes buckets that are full again, and so as good as none. Returns how many. */
  deleteFull(): Promise<number>
}

/**
 * Counts exactly across processes: each use draws from a bucket in the database, under its row's lock and by the
 * database's clock. The table is unlogged, so that a draw waits for no disk; after a crash of the database every
 * bucket is full. While the database does not answer, this process counts on its own: a failing limit must neither
 * admit nor block everybody.
 *
 *
 * @param options.clock - real time, for how long a refusal is remembered.
 */
export function createSharedRateCounter(options: {
  readonly db: Kysely<RateLimitTables>
  readonly clock: Clock
  readonly fallback: RateCounter
  readonly onFailure: (error: unknown) => void
}): SharedRateCounter {
  const { db, clock, fallback, onFailure } = options
  const refused = createTimedCache<RateCount>({ clock, maxEntries: MAX_REFUSED_USERS })

  return {
    async count(name, user, policy = RATE_POLICIES[name]) {
      const key = sha256Base64Url(JSON.stringify([name, ...user]))
      // Until then no bucket can have a token again, so further requests do not query the database.
      const earlier = refused.get(key)
      if (earlier) return earlier
      try {
        const { count, nextTokenMs } = await draw(key, policy)
        if (count.waitSeconds !== null) refused.set(key, count, clock.now() + nextTokenMs)
        return count
      } catch (error) {
        onFailure(error)
        return fallback.count(name, user, policy)
      }
    },

    deleteFull: () =>
      deleteInBatches(db, async (limit) => {
        const { rows } = await sql`
          delete from rate_buckets where key in (
            select key from rate_buckets
            where full_at < extract(epoch from clock_timestamp()) * 1000
            limit ${limit} for update skip locked
          ) returning key`.execute(db)
        return rows.length
      }),
  }

  async function draw(
    key: string,
    policy: RatePolicy,
  ): Promise<{ readonly count: RateCount; readonly nextTokenMs: number }> {
    const { burst, perSecond } = policy
    const now = sql`extract(epoch from clock_timestamp()) * 1000`
    // A clock that was set back adds nothing.
    const refilled = sql`least(${burst}::float8,
      bucket.tokens + greatest(0, ${now} - bucket.at_ms) * ${perSecond}::float8 / 1000)`
    const { rows } = await sql<{ tokens: number; at_ms: number; is_allowed: number }>`
      insert into rate_buckets as bucket (key, tokens, at_ms, full_at, is_allowed)
      values (${key}, ${burst}::float8 - 1, ${now}, ceil(${now} + 1000 / ${perSecond}::float8), 1)
      on conflict (key) do update set
        tokens = case when ${refilled} >= 1 then ${refilled} - 1 else ${refilled} end,
        is_allowed = case when ${refilled} >= 1 then 1 else 0 end,
        at_ms = ${now},
        full_at = ceil(${now} + (${burst}::float8 + 1 - ${refilled}) * 1000 / ${perSecond}::float8)
      returning tokens, at_ms, is_allowed`.execute(db)
    const [row] = rows
    if (!row) throw new Error('taking tokens from a rate bucket returned no row')
    const bucket = { tokens: row.tokens, atMs: row.at_ms }
    const count = {
      policy,
      waitSeconds: row.is_allowed === 1 ? null : waitSecondsFor(row.tokens, policy),
      remaining: Math.floor(row.tokens),
      resetSeconds: Math.ceil((fullAtMs(bucket, policy) - row.at_ms) / 1_000),
    }
    return { count, nextTokenMs: Math.max(0, ((1 - row.tokens) * 1_000) / perSecond) }
  }
}
