import { type Driver, PostgresDialect } from 'kysely'

import { PipeliningPostgresDriver } from './postgres-driver.ts'
import type { ConnectionPool } from './shared-commits.ts'

/** Kysely's PostgreSQL with a driver that sends the statements of a commit together. */
export class PipeliningPostgresDialect extends PostgresDialect {
  readonly #pool: ConnectionPool

  constructor(pool: ConnectionPool) {
    super({ pool: () => Promise.reject(new Error('the driver has its own connection pool')) })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new PipeliningPostgresDriver(this.#pool)
  }
}
