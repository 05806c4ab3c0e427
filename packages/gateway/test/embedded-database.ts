/**
 * The embedded database of a gateway that runs in this process, beside it. A gateway keeps its transaction until the event
 * loop comes round; to wait for that without leaving the event loop would be to wait for ever.
 */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { type DatabaseConnection, type Driver, Kysely, SqliteDialect, SqliteDriver } from 'kysely'

import type { Database } from '../src/composition/tables.ts'

const openFile = (dataDir: string) => new SqliteDatabase(join(dataDir, 'sluice.db'), { timeout: 0 })

/** Uses the file when nothing else writes into it. A use that finds it locked has done nothing and is tried again. */
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

/** Queries of which each waits until nothing else writes. */
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
