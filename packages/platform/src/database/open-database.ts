import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { DatabaseOpenError } from './database-open-error.ts'
import { type DatabaseLocation, describeLocation } from './database-location.ts'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { PoolLimits, PoolUsage } from './open-postgres.ts'
import { keepUndoInMemory, openSqlite, truncateSqliteLog } from './open-sqlite.ts'
import { listLaterAdditions, readRecordedMigrations, refuseUnknownMigrations } from './recorded-migrations.ts'
import { refuseMissingLimits } from './refuse-missing-limits.ts'
import { refuseUnsuitableServer } from './refuse-unsuitable-server.ts'

/** Of tools, which have the database almost to themselves. */
const USUAL_LIMITS: PoolLimits = { maxConnections: 8, statementTimeoutMs: 3_000 }

export type { DatabaseLocation } from './database-location.ts'

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
 * @throws When it cannot be reached, is no suitable server, belongs to another process, or was made by a newer gateway or before 0.1.0.
 *   {@link DatabaseOpenError}
 */
export async function openDatabase<DB>(
  location: DatabaseLocation,
  migrations: MigrationsFor,
): Promise<OpenDatabase<DB>> {
  return 'dataDir' in location ? openEmbedded(location, migrations) : openServer(location, migrations)
}

async function openEmbedded<DB>(
  location: Extract<DatabaseLocation, { dataDir: string }>,
  migrations: MigrationsFor,
): Promise<OpenDatabase<DB>> {
  const db = await openSqlite<DB>(location.dataDir)
  try {
    await update(db, 'sqlite', location, migrations)
    await keepUndoInMemory(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, dialect: 'sqlite', truncateLog: () => truncateSqliteLog(db), close: () => db.destroy() }
}

async function openServer<DB>(
  location: Extract<DatabaseLocation, { databaseUrl: string }>,
  migrations: MigrationsFor,
): Promise<OpenDatabase<DB>> {
  const { databaseUrl, limits = USUAL_LIMITS } = location
  // A gateway on its embedded database starts without the server's driver.
  const { openPostgres, openPostgresForMigration } = await import('./open-postgres.ts')
  const migrating = openPostgresForMigration<DB>(databaseUrl)
  const { db, usage } = openPostgres<DB>(databaseUrl, limits)
  try {
    // The first to connect: it may wait for a server that is starting, too.
    await refuseUnsuitableServer(migrating, db, describeLocation(location))
    await refuseMissingLimits(db, describeLocation(location))
    await update(migrating, 'postgres', location, migrations)
  } catch (error) {
    await db.destroy()
    if (error instanceof DatabaseOpenError) throw error
    throw new DatabaseOpenError(
      `Cannot use ${describeLocation(location)}: ${(error as Error).message}. ${advise(error as Error)}`,
      { cause: error },
    )
  } finally {
    await migrating.destroy()
  }
  return { db, dialect: 'postgres', usage, close: () => db.destroy() }
}

/** What a pooler says to the time-outs that every connection of ours asks for. */
const REFUSED_BY_POOLER = /unsupported startup parameter/

function advise({ message }: Error): string {
  return REFUSED_BY_POOLER.test(message)
    ? 'A pooler stands in between: let it ignore the parameters (ignore_startup_parameters), and give the time-outs to the role.'
    : 'Check its address and credentials, and that its user may create tables.'
}

async function update<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  location: DatabaseLocation,
  migrations: MigrationsFor,
): Promise<void> {
  const known = migrations(dialect)
  const recorded = await readRecordedMigrations(db, dialect)
  refuseUnknownMigrations(recorded, known, location)
  // The migrator reads the whole schema, also where there is nothing for it to do.
  if (Object.keys(known).every((name) => recorded.names.includes(name))) return
  await migrate(db, known, listLaterAdditions(recorded.names, known))
}
