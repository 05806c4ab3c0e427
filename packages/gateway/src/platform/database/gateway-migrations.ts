import type { MigrationsFor } from './open-database.ts'
import { firstSlice } from './migrations/0001-first-slice.ts'

/** The gateway's own tables. A migration that was released is never changed again: a later one corrects it. */
export const gatewayMigrations: MigrationsFor = (dialect) => ({
  '0001-first-slice': firstSlice(dialect),
})
