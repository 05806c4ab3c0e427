import BetterSqlite3 from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'

import { RELEASE } from '../release.ts'
import { findDatabaseFile } from './data-directory.ts'
import { describeLocation } from './database-location.ts'
import { DatabaseOpenError, DatabaseUnmadeError } from './database-open-error.ts'
import type { DatabaseLocation, MigrationsFor, OpenDatabase } from './open-database.ts'
import { readRecordedMigrations, refuseUnknownMigrations } from './recorded-migrations.ts'
import type { SchemaVersion } from './schema-version.store.ts'

/**
 * Opens a database read-only, also while gateways use it: it migrates nothing and cannot write.
 *
 * @param migrations - that the database must have gone through, because the queries require their schema.
 * @throws When it was not made yet. {@link DatabaseUnmadeError}
 * @throws When it cannot be reached, or has other tables. {@link DatabaseOpenError}
 */
export async function openToRead<DB>(
  location: DatabaseLocation,
  migrations: MigrationsFor,
): Promise<OpenDatabase<DB>> {
  const dialect = 'dataDir' in location ? 'sqlite' : 'postgres'
  const db =
    'dataDir' in location ? openFile<DB>(location.dataDir) : await openServer<DB>(location.databaseUrl)
  let made: SchemaVersion
  try {
    const recorded = await readRecordedMigrations(db, dialect)
    const known = migrations(dialect)
    if (recorded.names.length === 0) {
      const place = describeLocation(location)
      throw new DatabaseUnmadeError(
        `Sluice has not stored anything in ${place} yet. Start a gateway of this version with it first.`,
      )
    }
    refuseUnknownMigrations(recorded, known, location, RELEASE)
    refuseMissing(Object.keys(known).filter((name) => !recorded.names.includes(name)))
    made = recorded.made
  } catch (error) {
    await db.destroy()
    if (error instanceof DatabaseOpenError) throw error
    throw new DatabaseOpenError(`The database cannot be read: ${(error as Error).message}.`, { cause: error })
  }
  return { db, dialect, made, close: () => db.destroy() }
}

async function openServer<DB>(databaseUrl: string): Promise<Kysely<DB>> {
  const { openPostgresToRead } = await import('./open-postgres.ts')
  return openPostgresToRead<DB>(databaseUrl)
}

function openFile<DB>(dataDir: string): Kysely<DB> {
  const file = findDatabaseFile(dataDir)
  if (file === null) {
    throw new DatabaseUnmadeError(`There is no database in ${dataDir}. Name its directory with --data.`)
  }
  return new Kysely<DB>({
    dialect: new SqliteDialect({
      database: new BetterSqlite3(file, { readonly: true, fileMustExist: true }),
    }),
  })
}

function refuseMissing(missing: readonly string[]): void {
  if (missing.length === 0) return
  throw new DatabaseOpenError(
    `The database lacks the migrations ${missing.join(', ')}. Start a gateway of this version with it first.`,
  )
}
