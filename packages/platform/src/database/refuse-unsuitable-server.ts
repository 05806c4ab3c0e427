import { type Kysely, sql } from 'kysely'

import { isDatabaseOutage } from './database-errors.ts'
import { DatabaseOpenError } from './database-open-error.ts'

/** Debian 12 has it. Every store is tested on it, and nothing on older ones. */
const OLDEST_VERSION = 15

/** PostgreSQL numbers version 15.4 as 150004. */
const PER_MAJOR_VERSION = 10_000

/**
 * An arbitrary number that the gateway locks for nothing else; the second key is the session's own, so that no start
 * waits for another.
 */
const TRIED_LOCK = 5_107_002

/**
 * Refuses servers that are too old, and those that speak PostgreSQL's protocol and grant an advisory lock to two sessions at once:
 * payments rely on the exclusion.
 *
 * @param first - one session, and `second` another: what one of them locks, the other must not get.
 * @param place - what the message calls the database.
 * @throws {DatabaseOpenError} The message says what is wrong and what to use.
 * @decision 0004
 */
export async function refuseUnsuitableServer<DB>(
  first: Kysely<DB>,
  second: Kysely<DB>,
  place: string,
): Promise<void> {
  const version = await readVersion(first)
  if (!(version >= OLDEST_VERSION))
    throw new DatabaseOpenError(
      `The server of ${place} is PostgreSQL ${version}. Use PostgreSQL ${OLDEST_VERSION} or later.`,
    )
  const isShared = await isLockShared(first, second).catch((error: unknown) => {
    if (!isDatabaseOutage(error)) throw error
    throw new DatabaseOpenError(
      `${place} did not provide two sessions at the same time: a connection pooler in between must allow at least two server connections.`,
      { cause: error },
    )
  })
  if (isShared)
    throw new DatabaseOpenError(
      `The server of ${place} granted two sessions the same advisory lock at once, which could charge a card twice. ` +
        `Use PostgreSQL ${OLDEST_VERSION} or later; servers that only speak its protocol often lack these locks.`,
    )
}

/** @returns the major version; NaN from a server that names none. */
async function readVersion<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db)
  return Math.floor(Number(rows[0]?.version ?? Number.NaN) / PER_MAJOR_VERSION)
}

async function isLockShared<DB>(first: Kysely<DB>, second: Kysely<DB>): Promise<boolean> {
  return first.transaction().execute(async (trx) => {
    const own = await sql<{ pid: number }>`
      select pg_backend_pid() as pid, pg_advisory_xact_lock(${sql.lit(TRIED_LOCK)}, pg_backend_pid())`.execute(
      trx,
    )
    const pid = own.rows[0]?.pid ?? 0
    const other = await sql<{ is_given: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(TRIED_LOCK)}, ${sql.lit(pid)}) as is_given`.execute(second)
    return other.rows[0]?.is_given !== false
  })
}
