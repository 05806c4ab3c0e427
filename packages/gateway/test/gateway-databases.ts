import * as simulators from '@sluice/simulators'

import { migrationsFor } from '../src/composition/database-of-config.ts'
import { createMigratedDatabase } from '../../platform/test/migrated-databases.ts'
import type { TestPostgres } from '../../platform/test/postgres.ts'

/**
 * The databases for tests of whole gateways. `npm test` uses the embedded one, because it tests stores on both; `npm
 * run verify -- databases` tests whole gateways on PostgreSQL.
 */
export const GATEWAY_DATABASES: readonly ('SQLite' | 'PostgreSQL')[] =
  process.env['SLUICE_TESTS'] === 'of-a-change' ? ['SQLite'] : ['SQLite', 'PostgreSQL']

const WITH_SIMULATORS = migrationsFor(simulators)
const WITHOUT_SIMULATORS = migrationsFor(null)

export function migrationsOfGateway(hasSimulators: boolean) {
  return hasSimulators ? WITH_SIMULATORS : WITHOUT_SIMULATORS
}

/** Creates a database with the tables of a gateway and its simulators, and returns its address. */
export function createGatewayDatabase(postgres: TestPostgres): Promise<string> {
  return createMigratedDatabase(postgres, WITH_SIMULATORS)
}
