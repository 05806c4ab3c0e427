import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Runs the migrations that have not run yet, all of them or none. Processes that start together wait for each other. */
export async function migrate<DB>(
  db: Kysely<DB>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // A simulators' migration may be new to a database that has later ones of the gateway.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
}
