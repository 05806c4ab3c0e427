import { gatewayMigrations } from '../src/composition/gateway-migrations.ts'
import type { Database } from '../src/composition/tables.ts'
import {
  type DatabaseUnderTest,
  describeOnBothDatabases as describeOnBoth,
  type OpenFresh as Open,
} from '../../platform/test/databases.ts'

export type OpenFresh<DB = Database> = Open<DB>

/** As the platform's, with all tables of a gateway unless the suite brings its own. */
export function describeOnBothDatabases<DB = Database>(
  name: string,
  define: (openFresh: OpenFresh<DB>, database: DatabaseUnderTest) => void,
  migrations = gatewayMigrations,
): void {
  describeOnBoth<DB>(name, define, migrations)
}
