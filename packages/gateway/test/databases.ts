import { gatewayMigrations } from '../src/composition/gateway-migrations.ts'
import type { Database } from '../src/composition/tables.ts'
import { onBothDatabasesWith, type OpenFresh as Open } from '../../platform/test/databases.ts'

export type OpenFresh<DB = Database> = Open<DB>

export const describeOnBothDatabases = onBothDatabasesWith<Database>(gatewayMigrations)
