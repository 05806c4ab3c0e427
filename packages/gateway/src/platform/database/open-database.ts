import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { DatabaseOpenError } from './database-open-error.ts'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import { openPostgres, openPostgresForMigration, type PoolLimits, type PoolUsage } from './open-postgres.ts'
import { openSqlite, truncateSqliteLog } from './open-sqlite.ts'

/** A directory for the embedded database, or the address of a PostgreSQL server that several processes may share. */
export type DatabaseLocation =
  | { readonly dataDir: string }
  | { readonly databaseUrl: string; readonly limits?: PoolLimits }

/** Of tools, which have the database almost to themselves. */
const USUAL_LIMITS: PoolLimits = { maxConnections: 8, statementTimeoutMs: 3_000 }

/** Migrations by name; they run in the order of their names, each once. */
export type MigrationsFor = (dialect: Dialect) => Readonly<Record<string, Migration>>

export interface OpenDatabase<DB> {
  readonly db: Kysely<DB>
  readonly dialect: Dialect
  /** Of the connections to a server. */
  usage?(): PoolUsage
  /** Empties the log of the embedded database, which keeps earlier versions of rows. */
  truncateLog?(): Promise<void>
  /** Waits for running queries, then gives the directory or the connections back. */
  close(): Promise<void>
}

/**
 * Opens the database and brings its tables up to date.
 *
 * @throws When it cannot be reached, belongs to another process, or was made by a newer gateway.
 *   {@link DatabaseOpenError}
 */
export async function openDatabase<DB>(
  location: DatabaseLocation,
  migrations: MigrationsFor,
): Promise<OpenDatabase<DB>> {
  if ('dataDir' in location) return openEmbedded(location.dataDir, migrations)
  return openServer(location.databaseUrl, location.limits ?? USUAL_LIMITS, migrations)
}

async function openEmbedded<DB>(dataDir: string, migrations: MigrationsFor): Promise<OpenDatabase<DB>> {
  const db = await openSqlite<DB>(dataDir)
  try {
    await migrate(db, migrations('sqlite'))
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, dialect: 'sqlite', truncateLog: () => truncateSqliteLog(db), close: () => db.destroy() }
}

async function openServer<DB>(
  databaseUrl: string,
  limits: PoolLimits,
  migrations: MigrationsFor,
): Promise<OpenDatabase<DB>> {
  const migrating = openPostgresForMigration<DB>(databaseUrl)
  try {
    await migrate(migrating, migrations('postgres'))
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error
    throw new DatabaseOpenError(
      `The PostgreSQL database ${describeServer(databaseUrl)} cannot be used: ${(error as Error).message}. ` +
        'Check its address and credentials, and that its user may create tables.',
      { cause: error },
    )
  } finally {
    await migrating.destroy()
  }
  const { db, usage } = openPostgres<DB>(databaseUrl, limits)
  return { db, dialect: 'postgres', usage, close: () => db.destroy() }
}

/** Where the server is, without the password. */
function describeServer(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
