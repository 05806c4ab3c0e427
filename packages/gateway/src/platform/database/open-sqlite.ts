import BetterSqlite3 from 'better-sqlite3'
import { Kysely, sql } from 'kysely'

import { type DataDirectory, takeDataDirectory } from './data-directory.ts'
import { TransactionalSqliteDialect } from './sqlite-dialect.ts'

/**
 * How long a statement waits for a lock. Only an operator's shell can hold one, and the whole process stands still while
 * waiting.
 */
const BUSY_TIMEOUT_MS = 1_000

const SETTINGS = [
  'pragma journal_mode = wal',
  // NORMAL may lose acknowledged commits when the power fails.
  'pragma synchronous = full',
  'pragma foreign_keys = on',
]

/** Opens `<dataDir>/sluice.db` for this process alone. */
export async function openSqlite<DB>(dataDir: string): Promise<Kysely<DB>> {
  const directory = takeDataDirectory(dataDir)
  const dialect = new TransactionalSqliteDialect({
    database: openFile(directory),
    // The driver holds the lock: as long as anybody can query, the directory is ours.
    onClosed: () => directory.release(),
  })
  const db = new Kysely<DB>({ dialect })
  try {
    for (const setting of SETTINGS) await sql.raw(setting).execute(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function openFile(directory: DataDirectory): BetterSqlite3.Database {
  try {
    return new BetterSqlite3(directory.databaseFile, { timeout: BUSY_TIMEOUT_MS })
  } catch (error) {
    directory.release()
    throw error
  }
}
