import type { MigrationsFor } from '@sluice/platform/database/open-database'
import { platformMigrations, type PlatformTables } from '@sluice/platform/platform-migrations'

import { onBothDatabasesWith, type OpenFresh as Open } from '../../platform/test/databases.ts'
import { createIdentityTables } from '../src/identity.migration.ts'
import type { IdentityTables } from '../src/identity.tables.ts'

/** The tables of identity, and the platform's. */
export type Database = PlatformTables & IdentityTables

export const identityMigrations: MigrationsFor = (dialect) => ({
  ...platformMigrations(dialect),
  '0001-identity': createIdentityTables(dialect),
})

export type OpenFresh<DB = Database> = Open<DB>

export const describeOnBothDatabases = onBothDatabasesWith<Database>(identityMigrations)
