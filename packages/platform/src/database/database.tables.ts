import type { Fixed } from './columns.ts'
import { happened, type OwnedTables } from './owned-tables.ts'

export interface DatabaseTables {
  schema_versions: SchemaVersionTable
}

/** The versions whose migrations the database went through; the last one made the tables as they are. */
export interface SchemaVersionTable {
  /** The number of its last migration. */
  schema: Fixed<number>
  /** The oldest schema whose versions can work with the tables. */
  oldest: Fixed<number>
  /** The release that migrated, for example 0.2.0. */
  version: Fixed<string>
  migrated_at: Fixed<number>
}

export const DATABASE_TABLES: OwnedTables<keyof DatabaseTables> = {
  tenants: [],
  service: ['schema_versions'],
  deadlines: [],
  realTimes: happened('migrated_at', 'schema_versions'),
  erasure: {
    schema_versions: { kept: 'schema oldest version migrated_at' },
  },
}
