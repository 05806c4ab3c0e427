import type { DatabaseLocation } from '@sluice/platform/database/database-location'
import type { MigrationsFor } from '@sluice/platform/database/open-database'
import { openToRead } from '@sluice/platform/database/open-to-read'

import type { Config } from '../config.ts'
import { gatewayMigrations } from './gateway-migrations.ts'
import { loadSimulators, type SimulatorsModule } from './load-simulators.ts'
import type { Database } from './tables.ts'

/** Returns the database of a gateway with this configuration. */
export function locateDatabase({ databaseUrl, dataDir, database }: Config): DatabaseLocation {
  return databaseUrl === null ? { dataDir } : { databaseUrl: databaseUrl.reveal(), limits: database }
}

/** Returns the migrations, including those of the simulated providers if there are any. */
export function migrationsFor(simulators: SimulatorsModule | null): MigrationsFor {
  return (dialect) => ({ ...gatewayMigrations(dialect), ...simulators?.simulatorMigrations() })
}

/** Opens it next to a running gateway, for commands that only read. @throws {DatabaseOpenError} */
export async function openDatabaseToRead(config: Config) {
  return openToRead<Database>(locateDatabase(config), migrationsFor(await loadSimulators(config)))
}
