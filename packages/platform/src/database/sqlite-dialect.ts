import { type Driver, SqliteAdapter, SqliteDialect } from 'kysely'

import { GroupingSqliteDriver, type SqliteDriverOptions } from './sqlite-driver.ts'

/** Kysely's SQLite with a driver that groups concurrent works, and with atomic table creation. */
export class GroupingSqliteDialect extends SqliteDialect {
  readonly #options: SqliteDriverOptions

  constructor(options: SqliteDriverOptions) {
    super({ database: options.writer })
    this.#options = options
  }

  override createDriver(): Driver {
    return new GroupingSqliteDriver(this.#options)
  }

  override createAdapter(): SqliteAdapter {
    return new GroupingSqliteAdapter()
  }
}

class GroupingSqliteAdapter extends SqliteAdapter {
  /** SQLite rolls back table definitions too: a process killed during a migration leaves nothing half made. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver orders waiting works itself. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
