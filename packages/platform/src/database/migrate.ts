import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

import { steadyClock, systemTimers } from '../system.ts'
import { isLockConflict } from './database-errors.ts'
import { readRecordedNames } from './recorded-migrations.ts'

/** Payments behind a migration that waits for its lock wait as long; then they have their turn before the next try. */
const PAUSE_MS = { min: 500, max: 1_500 }

/** Several processes may wait for one that migrates a large table, and a migration for a reader of everything. */
const TRIES_MAX_MS = 600_000

/** The database has more migrations than at the start, when it was decided which ones are missing. */
export class MigratedMeanwhileError extends Error {
  override readonly name = 'MigratedMeanwhileError'
}

/**
 * Runs the migrations that have not run yet, all of them or none. Processes that start together wait for each other. A migration
 * that does not get a lock within `lock_timeout` lets others pass, and is tried again.
 *
 * @param additions - migrations of a later version, which stay as they are.
 * @throws When another process has recorded one that is in neither list. {@link MigratedMeanwhileError}
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  migrations: Readonly<Record<string, Migration>>,
  additions: readonly string[] = [],
): Promise<void> {
  const done = Object.fromEntries(additions.map((name) => [name, { up: () => Promise.resolve() }]))
  await retryWhileLocked(() => migrateOnce(db, { ...migrations, ...done }))
}

/** Retries the work until it acquires its locks. */
export async function retryWhileLocked(work: () => Promise<void>): Promise<void> {
  const endsAtMs = steadyClock.now() + TRIES_MAX_MS
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!isLockConflict(error) || steadyClock.now() > endsAtMs) throw error
      await systemTimers.sleep(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min))
    }
  }
}

async function migrateOnce<DB>(
  db: Kysely<DB>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // A simulators' migration may be new to a database that has later ones of the gateway.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  // If this query fails too, the migration's own error is the one to report.
  const recorded = await readRecordedNames(db).catch(() => [])
  const unforeseen = recorded.filter((name) => !Object.hasOwn(migrations, name))
  if (unforeseen.length > 0) throw new MigratedMeanwhileError(unforeseen.join(', '), { cause: error })
  throw error instanceof Error ? error : new Error(String(error))
}
