/**
 * Accesses the embedded database of a gateway in this process. A gateway keeps its transaction until the next turn of
 * the event loop, so waiting for it synchronously would never end.
 */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { type DatabaseConnection, type Driver, Kysely, SqliteDialect, SqliteDriver } from 'kysely'

import type { Database } from '../src/composition/tables.ts'

const openFile = (dataDir: string) => new SqliteDatabase(join(dataDir, 'sluice.db'), { timeout: 0 })

/** Uses the file while nothing else writes to it. A use that finds it locked has had no effect, and is retried. */
export async function withDatabaseFile<T>(
  dataDir: string,
  use: (file: SqliteDatabase.Database) => T,
): Promise<T> {
  const file = openFile(dataDir)
  try {
    return await whenFree(() => use(file))
  } finally {
    file.close()
  }
}

/** Returns queries, each of which waits until nothing else writes. */
export function openWaitingDatabase(dataDir: string): Kysely<Database> {
  return new Kysely<Database>({ dialect: new WaitingDialect({ database: openFile(dataDir) }) })
}

async function whenFree<T>(run: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error
      await setImmediate()
    }
  }
}

class WaitingDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDriver>[0]

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new WaitingDriver(this.#config)
  }
}

class WaitingDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: (query) => whenFree(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }
}
