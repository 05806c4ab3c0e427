import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

import { DatabaseOpenError } from './database-open-error.ts'

type Migrations = Readonly<Record<string, Migration>>

/**
 * Runs the migrations that have not run yet, all of them or none. Processes that start together wait for each other.
 *
 * @throws When the database went through a migration that we do not have. {@link DatabaseOpenError}
 */
export async function migrate<DB>(db: Kysely<DB>, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // The simulators' migrations are named apart from the gateway's, so a later one may sort before them.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  const unknown = await listUnknownMigrations(db, migrations)
  if (unknown.length === 0) throw error instanceof Error ? error : new Error(String(error))
  throw new DatabaseOpenError(
    `The database was made by another version or for another environment: it went through ${unknown.join(', ')}, ` +
      'which this gateway does not know. Start the gateway that made it, or use another database.',
    { cause: error },
  )
}

/** Empty when the database cannot tell, too: then the error that made us ask says more. */
async function listUnknownMigrations<DB>(db: Kysely<DB>, migrations: Migrations): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name))
  } catch {
    return []
  }
}
