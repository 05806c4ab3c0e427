import { type RawBuilder, sql } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { Dialect } from './dialect.ts'

/**
 * The time by which processes agree about leases, in epoch milliseconds: the database's, once for a statement. The embedded
 * database has one process, and this process's time.
 */
export function sharedNow(dialect: Dialect, realTime: Clock): RawBuilder<number> {
  return dialect === 'postgres'
    ? sql`(select cast(extract(epoch from clock_timestamp()) * 1000 as bigint))`
    : sql`cast(${realTime.now()} as bigint)`
}
