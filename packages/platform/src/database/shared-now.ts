import { type RawBuilder, sql } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { Dialect } from './dialect.ts'

/**
 * Returns the clock that processes share for leases, in epoch milliseconds: the database's, read once for each statement. The embedded
 * database has one process, and uses the clock of this process.
 */
export function sharedNow(dialect: Dialect, realTime: Clock): RawBuilder<number> {
  return dialect === 'postgres'
    ? sql`(select cast(extract(epoch from clock_timestamp()) * 1000 as bigint))`
    : sql`cast(${realTime.now()} as bigint)`
}
