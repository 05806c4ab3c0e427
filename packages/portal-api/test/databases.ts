import type { MigrationsFor } from '@sluice/platform/database/open-database'
import { platformMigrations, type PlatformTables } from '@sluice/platform/platform-migrations'

import { onBothDatabasesWith } from '../../platform/test/databases.ts'
import { createFailedRequestTables } from '../src/failed-requests/failed-requests.migration.ts'
import type { FailedRequestTables } from '../src/failed-requests/failed-requests.tables.ts'
import { createPortalTables } from '../src/portal.migration.ts'
import type { PortalTables } from '../src/portal.tables.ts'
import { claimSafeguardRuns } from '../src/safeguard-claims.migration.ts'

/** The tables of the portal, and the platform's. */
export type Database = PlatformTables & PortalTables & FailedRequestTables

const portalMigrations: MigrationsFor = (dialect) => ({
  ...platformMigrations(dialect),
  '0001-failed-requests': createFailedRequestTables(dialect),
  '0001-portal': createPortalTables(dialect),
  '0023-portal-safeguard-claims': claimSafeguardRuns(dialect),
})

export const describeOnBothDatabases = onBothDatabasesWith<Database>(portalMigrations)
