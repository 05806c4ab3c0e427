import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { RELEASE } from '../release.ts'
import { systemClock } from '../system.ts'
import { DatabaseOpenError } from './database-open-error.ts'
import { type DatabaseLocation, describeLocation } from './database-location.ts'
import type { Dialect } from './dialect.ts'
import { buildIndex } from './build-index.ts'
import { type IndexDefinition, isIndexMigration } from './index-migration.ts'
import { retryWhileLocked, migrate, MigratedMeanwhileError } from './migrate.ts'
import type { PoolLimits, PoolUsage } from './open-postgres.ts'
import { keepUndoInMemory, openSqlite, truncateSqliteLog } from './open-sqlite.ts'
import { listForeign, readRecordedMigrations, refuseUnknownMigrations } from './recorded-migrations.ts'
import { refuseMissingLimits } from './refuse-missing-limits.ts'
import { refuseUnsuitableServer } from './refuse-unsuitable-server.ts'
import { recordSchemaVersion, type SchemaVersion } from './schema-version.store.ts'

/** For tools, which have the database almost to themselves. */
const USUAL_LIMITS: PoolLimits = { maxConnections: 8, statementTimeoutMs: 3_000 }

export type { DatabaseLocation } from './database-location.ts'

/** Migrations by name; they run in the order of their names, each once. */
export type MigrationsFor = (dialect: Dialect) => Readonly<Record<string, Migration>>

export interface OpenDatabase<DB> {
  readonly db: Kysely<DB>
  readonly dialect: Dialect
  /** The version that created the tables, and the versions that can work with them. */
  readonly made: SchemaVersion
  /** The state of the connections to a server. */
  usage?(): PoolUsage
  /** Empties the log of the embedded database, which keeps earlier versions of rows. */
  truncateLog?(): Promise<void>
  /** Waits for running queries, then releases the directory or the connections. */
  close(): Promise<void>
}

/**
 * Opens the database and brings its tables up to date.
 *
 * @param release - the version that records that it migrated.
 * @throws When it cannot be reached, is no suitable server, belongs to another process, or was made by a newer gateway or before 0.1.0.
 *   {@link DatabaseOpenError}
 */
export async function openDatabase<DB>(
  location: DatabaseLocation,
  migrations: MigrationsFor,
  release: string = RELEASE,
): Promise<OpenDatabase<DB>> {
  return 'dataDir' in location
    ? openEmbedded({ location, migrations, release })
    : openServer({ location, migrations, release })
}

interface Opening<Location = DatabaseLocation> {
  readonly location: Location
  readonly migrations: MigrationsFor
  readonly release: string
}

async function openEmbedded<DB>(
  opening: Opening<Extract<DatabaseLocation, { dataDir: string }>>,
): Promise<OpenDatabase<DB>> {
  const db = await openSqlite<DB>(opening.location.dataDir)
  let made: SchemaVersion
  try {
    made = await update(db, 'sqlite', opening)
    await keepUndoInMemory(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, dialect: 'sqlite', made, truncateLog: () => truncateSqliteLog(db), close: () => db.destroy() }
}

async function openServer<DB>(
  opening: Opening<Extract<DatabaseLocation, { databaseUrl: string }>>,
): Promise<OpenDatabase<DB>> {
  const { location } = opening
  const { databaseUrl, limits = USUAL_LIMITS } = location
  // A gateway on its embedded database starts without the server's driver.
  const { openPostgres, openPostgresForMigration } = await import('./open-postgres.ts')
  const migrating = openPostgresForMigration<DB>(databaseUrl)
  const { db, usage } = openPostgres<DB>(databaseUrl, limits)
  let made: SchemaVersion
  try {
    // The first to connect: it may wait for a server that is starting, too.
    await refuseUnsuitableServer(migrating, db, describeLocation(location))
    await refuseMissingLimits(db, describeLocation(location))
    made = await update(migrating, 'postgres', opening, (indexes) =>
      buildOnServer(databaseUrl, migrating, indexes),
    )
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
  return { db, dialect: 'postgres', made, usage, close: () => db.destroy() }
}

/** The error of a pooler that rejects the time-outs which every connection of the gateway sets. */
const REFUSED_BY_POOLER = /unsupported startup parameter/

function advise({ message }: Error): string {
  return REFUSED_BY_POOLER.test(message)
    ? 'A connection pooler is in between: make it ignore the parameters (ignore_startup_parameters), and set the time-outs on the role.'
    : 'Check its address and credentials, and that its user may create tables.'
}

type BuildIndexes = (indexes: readonly IndexDefinition[]) => Promise<void>

/** @param buildIndexes - without it, the migrations build them too. */
async function update<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  opening: Opening,
  buildIndexes?: BuildIndexes,
): Promise<SchemaVersion> {
  for (;;) {
    try {
      return await updateOnce(db, dialect, opening, buildIndexes)
    } catch (error) {
      // Another process may have migrated to a later version in the meantime: start the check again.
      if (!(error instanceof MigratedMeanwhileError)) throw error
    }
  }
}

async function updateOnce<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  { location, migrations, release }: Opening,
  buildIndexes?: BuildIndexes,
): Promise<SchemaVersion> {
  const known = migrations(dialect)
  const recorded = await readRecordedMigrations(db, dialect)
  refuseUnknownMigrations(recorded, known, location, release)
  const missing = Object.keys(known).filter((name) => !recorded.names.includes(name))
  const foreign = listForeign(recorded.names, known)
  // The migrator reads the whole schema, also where there is nothing for it to do.
  if (missing.length > 0) {
    // An empty database has no payments that could continue.
    if (recorded.names.length > 0 && buildIndexes)
      await buildFirst(db, known, { missing, foreign }, buildIndexes)
    await migrate(db, known, foreign)
  } else if (recorded.made.version !== null || foreign.length > 0) return recorded.made
  // This also runs if a process migrated and exited before it recorded its version.
  const names = [...Object.keys(known), ...foreign]
  return recordSchemaVersion(db, names, { version: release, nowMs: systemClock.now() })
}

/** Builds the missing indexes, after the migrations of the tables and columns that they are of, and before their own. */
async function buildFirst<DB>(
  db: Kysely<DB>,
  known: ReturnType<MigrationsFor>,
  { missing, foreign }: { readonly missing: readonly string[]; readonly foreign: readonly string[] },
  buildIndexes: BuildIndexes,
): Promise<void> {
  const indexes = new Map(
    Object.entries(known).flatMap(([name, migration]) =>
      missing.includes(name) && isIndexMigration(migration) ? [[name, migration.index] as const] : [],
    ),
  )
  if (indexes.size === 0) return
  const others = Object.entries(known).filter(([name]) => !indexes.has(name))
  await migrate(db, Object.fromEntries(others), foreign)
  await buildIndexes([...indexes.values()])
}

async function buildOnServer<DB>(
  databaseUrl: string,
  locking: Kysely<DB>,
  indexes: readonly IndexDefinition[],
): Promise<void> {
  const { openPostgresForIndexes } = await import('./open-postgres.ts')
  const building = openPostgresForIndexes<DB>(databaseUrl)
  try {
    for (const index of indexes) await retryWhileLocked(() => buildIndex({ building, locking }, index))
  } finally {
    await building.destroy()
  }
}
