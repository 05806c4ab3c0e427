import type { AuditTables } from './audit/audit.tables.ts'
import { createAuditTables } from './audit/audit.migration.ts'
import { createDatabaseFunctions, createSchemaVersions } from './database/database.migration.ts'
import type { DatabaseTables } from './database/database.tables.ts'
import type { MigrationsFor } from './database/open-database.ts'
import { SCHEMA_VERSIONS_MIGRATION } from './database/schema-version.store.ts'
import { createIdempotencyTables } from './idempotency/idempotency.migration.ts'
import type { IdempotencyTables } from './idempotency/idempotency.tables.ts'
import { createRateLimitTables } from './rate-limits/rate-limits.migration.ts'
import type { RateLimitTables } from './rate-limits/rate-limits.tables.ts'
import { createSecretsTables, recordReach } from './secrets/secrets.migration.ts'
import type { SecretsTables } from './secrets/secrets.tables.ts'

export type PlatformTables = AuditTables &
  DatabaseTables &
  IdempotencyTables &
  RateLimitTables &
  SecretsTables

/** The platform's own tables. Migrations run in the order of their names, whichever package they come from. */
export const platformMigrations: MigrationsFor = (dialect) => ({
  '0001-audit': createAuditTables(dialect),
  '0001-database': createDatabaseFunctions(dialect),
  '0001-idempotency': createIdempotencyTables(dialect),
  '0001-rate-limits': createRateLimitTables(dialect),
  '0001-secrets': createSecretsTables(dialect),
  '0017-secrets-reach': recordReach(),
  [SCHEMA_VERSIONS_MIGRATION]: createSchemaVersions(dialect),
})
