import type BetterSqlite3 from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

import { cacheStatements } from './statement-cache.ts'

export interface TransactionalSqliteOptions {
  readonly database: BetterSqlite3.Database
  /** Runs after the database was closed. */
  readonly onClosed: () => void
}

/** Kysely's SQLite with transactions that can be relied on: see the two classes below. */
export class TransactionalSqliteDialect extends SqliteDialect {
  readonly #options: TransactionalSqliteOptions

  constructor(options: TransactionalSqliteOptions) {
    super({ database: options.database })
    this.#options = options
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#options)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

/**
 * Begins every transaction with the write lock in hand: a deferred one that reads first fails at its first write when
 * another program (an operator's shell) wrote in between, and no waiting helps it.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #options: TransactionalSqliteOptions

  constructor(options: TransactionalSqliteOptions) {
    super({ database: cacheStatements(options.database) })
    this.#options = options
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk makes SQLite roll back by itself; a second roll-back would fail and hide the reason.
    if (this.#options.database.inTransaction) await super.rollbackTransaction(connection)
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    this.#options.onClosed()
  }
}

/** SQLite rolls back table definitions too: a process killed during a migration leaves nothing half made. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
