import BetterSqlite3 from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'

import { simulatorMigrations } from '../src/simulator.migration.ts'
import type { SimulatorTables } from '../src/simulator.tables.ts'

/** A database of its own for one test: in memory, with the simulators' tables and nothing else. */
export async function openSimulatorDatabase(): Promise<Kysely<SimulatorTables>> {
  const db = new Kysely<SimulatorTables>({
    dialect: new SqliteDialect({ database: new BetterSqlite3(':memory:') }),
  })
  for (const migration of Object.values(simulatorMigrations())) await migration.up(db)
  return db
}
