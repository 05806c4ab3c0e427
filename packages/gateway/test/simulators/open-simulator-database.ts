import BetterSqlite3 from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'

import { simulatorMigrations } from '../../src/simulators/simulator.migration.ts'
import type { SimulatorTables } from '../../src/simulators/simulator.tables.ts'

/** A database of its own for one test: in memory, with the simulators' tables and nothing else. */
export async function openSimulatorDatabase(): Promise<Kysely<SimulatorTables>> {
  const db = new Kysely<SimulatorTables>({
    dialect: new SqliteDialect({ database: new BetterSqlite3(':memory:') }),
  })
  for (const migration of Object.values(simulatorMigrations('sqlite'))) await migration.up(db)
  return db
}
