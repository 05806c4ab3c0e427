/** Runs a suite on both databases: what a store promises, it promises on each. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'

import type { Dialect } from '../src/database/dialect.ts'
import {
  type DatabaseLocation,
  type MigrationsFor,
  openDatabase,
  type OpenDatabase,
} from '../src/database/open-database.ts'

import { createMigratedDatabase, putMigratedDatabase } from './migrated-databases.ts'
import { migrationsUnderTest, type TablesUnderTest } from './sample-tables.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

/** A server on a busy machine may pause for seconds. Tests that check limits set their own. */
const PATIENT_LIMITS = { maxConnections: 8, statementTimeoutMs: 30_000 }

/** Opens an empty database with all tables. It is closed and removed after the test. */
export type OpenFresh<DB = TablesUnderTest> = () => Promise<OpenDatabase<DB>>

export interface DatabaseUnderTest {
  readonly dialect: Dialect
  /** A place for a database that nothing has opened yet; several processes may meet at it. */
  makeLocation(): Promise<DatabaseLocation>
}

/**
 * Defines the suite twice, once for SQLite in a temporary directory and once for PostgreSQL.
 *
 * Nothing is skipped: without a PostgreSQL server its half fails and says what to do.
 *
 * @param migrations - of the tables that the suite needs; without it the platform's own and some samples.
 */
export function describeOnBothDatabases<DB = TablesUnderTest>(
  name: string,
  define: (openFresh: OpenFresh<DB>, database: DatabaseUnderTest) => void,
  migrations: MigrationsFor = migrationsUnderTest,
): void {
  describe(`${name} on SQLite`, () => {
    const directories: string[] = []
    const makeDirectory = () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'sluice-test-'))
      directories.push(dataDir)
      return { dataDir }
    }
    const makeLocation = async () => makeDirectory()
    const makeMigrated = async () => {
      const location = makeDirectory()
      await putMigratedDatabase(location.dataDir, migrations)
      return location
    }
    define(trackOpen(migrations, makeMigrated), { dialect: 'sqlite', makeLocation })
    afterAll(() => {
      for (const directory of directories) rmSync(directory, { recursive: true, force: true })
    })
  })

  describe(`${name} on PostgreSQL`, () => {
    let postgres: TestPostgres | undefined
    beforeAll(async () => {
      postgres = await startOrExplain()
    })
    const server = () => {
      if (!postgres) throw new Error('Databases are made inside tests, not while the suite is being defined')
      return postgres
    }
    const makeLocation = async () => ({ databaseUrl: await server().createDatabase() })
    const makeMigrated = async () => ({
      databaseUrl: await createMigratedDatabase(server(), migrations),
      limits: PATIENT_LIMITS,
    })
    define(trackOpen(migrations, makeMigrated), { dialect: 'postgres', makeLocation })
    afterAll(() => postgres?.stop())
  })
}

function trackOpen<DB>(
  migrations: MigrationsFor,
  makeLocation: DatabaseUnderTest['makeLocation'],
): OpenFresh<DB> {
  const opened: OpenDatabase<DB>[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()))
  })
  return async () => {
    const database = await openDatabase<DB>(await makeLocation(), migrations)
    opened.push(database)
    return database
  }
}

/** {@link describeOnBothDatabases} with the tables of a package. */
export function onBothDatabasesWith<Tables>(migrations: MigrationsFor) {
  return <DB = Tables>(
    name: string,
    define: (openFresh: OpenFresh<DB>, database: DatabaseUnderTest) => void,
    own: MigrationsFor = migrations,
  ): void => describeOnBothDatabases<DB>(name, define, own)
}

async function startOrExplain(): Promise<TestPostgres> {
  try {
    return await startPostgres()
  } catch (error) {
    throw new Error(
      'No PostgreSQL server to test against. Run the suite with `vitest run --project integration`, which starts one, ' +
        'or set SLUICE_TEST_DATABASE_URL to a server whose user may create databases.',
      { cause: error },
    )
  }
}
