import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Dialect } from '../database/dialect.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { RateLimitTables } from './rate-limits.tables.ts'
import { createRateCounter, type RateCounter } from './rate-counter.ts'
import { createSharedRateCounter } from './shared-rate-counter.store.ts'

/** While the database is away, no request can be counted there; one log line per interval reports it. */
const QUIET_MS = 10_000

/** Enforces the documented rate limits. */
export interface Rates {
  /** Null where no caller is limited. */
  readonly counter: RateCounter | null
  /** Deletes expired counts. Returns how much. */
  deleteFull(): Promise<number>
}

/** Counts in the database where several processes share one, and in memory where there is one process. */
export function countRates(
  config: { readonly rateLimits: boolean },
  {
    db,
    dialect,
    realTime,
  }: { readonly db: Kysely<RateLimitTables>; readonly dialect: Dialect; readonly realTime: Clock },
  {
    logger,
    telemetry,
  }: { readonly logger: Pick<Logger, 'error'>; readonly telemetry: Pick<Telemetry, 'count'> },
): Rates {
  if (!config.rateLimits) return { counter: null, deleteFull: () => Promise.resolve(0) }
  const counter = createRateCounter(realTime)
  if (dialect === 'sqlite') return { counter, deleteFull: () => Promise.resolve(0) }
  let quietUntilMs = 0
  const shared = createSharedRateCounter({
    db,
    clock: realTime,
    fallback: counter,
    onFailure(error) {
      telemetry.count('safeguard failure', { safeguard: 'rate_store' })
      if (realTime.now() < quietUntilMs) return
      quietUntilMs = realTime.now() + QUIET_MS
      logger.error({ err: error }, 'the database cannot count request rates: each process counts its own')
    },
  })
  return { counter: shared, deleteFull: () => shared.deleteFull() }
}
