import { resolve } from 'node:path'

import BetterSqlite3 from 'better-sqlite3'
import { Kysely, sql } from 'kysely'

import { type DataDirectory, takeDataDirectory } from './data-directory.ts'
import type { LostFlushError } from './database-errors.ts'
import { DatabaseOpenError } from './database-open-error.ts'
import { createLogFile } from './log-file.ts'
import { GroupingSqliteDialect } from './sqlite-dialect.ts'

/**
 * How long a statement waits for a lock. Only an operator's shell can hold one, and waiting blocks the whole process.
 */
const BUSY_TIMEOUT_MS = 1_000

const SETTINGS = [
  'pragma journal_mode = wal',
  // The driver flushes the log itself before it reports a commit. SQLite flushes what it moves out of the log.
  'pragma synchronous = normal',
  'pragma foreign_keys = on',
  // 32 MiB: with 2, the default, the pages of a day's payments would be read again and again.
  'pragma cache_size = -32768',
  // SQLite overwrites deleted content with zeros, so that no sealed card remains in free pages or unused space.
  'pragma secure_delete = on',
]

/** Opens `<dataDir>/sluice.db` for this process alone. */
export async function openSqlite<DB>(dataDir: string): Promise<Kysely<DB>> {
  const directory = takeDataDirectory(dataDir)
  const dialect = new GroupingSqliteDialect({
    writer: openFile(directory),
    log: createLogFile(directory.databaseFile),
    openReader: () => new BetterSqlite3(directory.databaseFile, { readonly: true, timeout: BUSY_TIMEOUT_MS }),
    onLost: endProcess,
    // The driver holds the lock, so the directory is locked as long as a query can run.
    onClosed: () => directory.release(),
  })
  const db = new Kysely<DB>({ dialect })
  try {
    for (const setting of SETTINGS) await sql.raw(setting).execute(db)
    await writeRecovered(db, dataDir)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Moves the rest of a previous process's log into the database, and empties the log. Data read back from the log may
 * exist only in the system's page cache: after a failed flush, the system treats unwritten pages as written. Later
 * commits would follow that gap, and a power loss would destroy them too.
 *
 * @decision 0120
 * @throws While another program reads the database: the log cannot be emptied. {@link DatabaseOpenError}
 */
async function writeRecovered<DB>(db: Kysely<DB>, dataDir: string): Promise<void> {
  const { rows } = await sql.raw<{ readonly busy: number }>('pragma wal_checkpoint(truncate)').execute(db)
  if (!rows[0]?.busy) return
  throw new DatabaseOpenError(
    `The database in ${resolve(dataDir)} contains commits that may not be on the disk yet, and cannot be written while another program reads it. ` +
      'Close that program, and start again.',
  )
}

/**
 * Throws outside of every promise, so that no single request catches the failure: the process ends as after every
 * uncaught error. It can no longer report anything reliably, and the next start recovers what is left.
 *
 * @decision 0120
 */
function endProcess(failure: LostFlushError): void {
  setImmediate(() => {
    throw failure
  })
}

/**
 * Keeps the undo data of a transaction in memory. Otherwise SQLite writes the pages that a savepoint has changed into
 * a file of the system's temporary folder once there are more than 64 KiB of them: 86 writes for each of many
 * purchases. Not before the tables are up to date: an index of a large table is sorted in files.
 */
export async function keepUndoInMemory<DB>(db: Kysely<DB>): Promise<void> {
  await sql.raw('pragma temp_store = memory').execute(db)
}

/**
 * Moves everything from the write-ahead log into the database and empties the log, which would keep earlier versions of
 * rows. Does nothing while another program reads the database; the next call does.
 */
export async function truncateSqliteLog<DB>(db: Kysely<DB>): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Waiting for a reader would stop the whole process.
    await sql.raw('pragma busy_timeout = 0').execute(connection)
    try {
      await sql.raw('pragma wal_checkpoint(truncate)').execute(connection)
    } finally {
      await sql.raw(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`).execute(connection)
    }
  })
}

function openFile(directory: DataDirectory): BetterSqlite3.Database {
  try {
    return new BetterSqlite3(directory.databaseFile, { timeout: BUSY_TIMEOUT_MS })
  } catch (error) {
    directory.release()
    throw error
  }
}
