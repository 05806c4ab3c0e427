import BetterSqlite3 from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'

import { simulatorMigrations } from '../src/simulator.migration.ts'
import type { SimulatorTables } from '../src/simulator.tables.ts'

/** A separate database for one test: in memory, with only the simulators' tables. */
export async function openSimulatorDatabase(): Promise<Kysely<SimulatorTables>> {
  const db = new Kysely<SimulatorTables>({
    dialect: new SqliteDialect({ database: new BetterSqlite3(':memory:') }),
  })
  for (const migration of Object.values(simulatorMigrations())) await migration.up(db)
  return db
}
