import { type Kysely, sql } from 'kysely'

import { findDatabaseFile } from '@sluice/platform/database/data-directory'
import { DatabaseOpenError } from '@sluice/platform/database/database-open-error'
import { type DatabaseLocation, describeLocation } from '@sluice/platform/database/database-location'
import type { Dialect } from '@sluice/platform/database/dialect'
import { countRows, dropTables, listExistingTables } from '@sluice/platform/database/drop-tables'
import { openPostgresForMigration } from '@sluice/platform/database/open-postgres'
import { openSqlite, truncateSqliteLog } from '@sluice/platform/database/open-sqlite'
import { REFUSE_COMMIT } from '@sluice/platform/database/refuse-unless'

import type { Config } from '../config.ts'
import { locateDatabase } from '../composition/database-of-config.ts'
import { GATEWAY_TABLES, SIMULATOR_TABLE_NAMES } from '../composition/tables.ts'
import { removeEphemeralStore } from '@sluice/platform/secrets/ephemeral-store'

/** The table of unreleased versions that stopped half-way; no slice owns it now. */
const FORMER_TABLES = ['configuration_changes']

const BOOKKEEPING = ['kysely_migration', 'kysely_migration_lock']

/** All tables that this version of Sluice or an earlier one may have created. Other tables are not touched. */
const TABLES = [
  ...SIMULATOR_TABLE_NAMES,
  ...GATEWAY_TABLES.tenants.map(({ table }) => table),
  ...GATEWAY_TABLES.service,
  ...FORMER_TABLES,
  ...BOOKKEEPING,
]

/** The functions that triggers on these tables and statements call. */
const FUNCTIONS = ['refuse_final_status_change', 'refuse_audit_change', 'ask_for_recount', REFUSE_COMMIT]

/** A database that can be deleted, whichever version created it. */
export interface ResettableDatabase {
  /** The description for a prompt: `the data directory /var/lib/sluice`. */
  readonly place: string
  /** The row counts of the most telling tables; none for an empty database. */
  readonly counts: readonly { readonly table: string; readonly rows: number }[]
  /** Permanently deletes every table of Sluice. */
  reset(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a database to delete it. Nothing is migrated, and nothing changes before {@link ResettableDatabase.reset}.
 *
 * @throws When it does not exist or cannot be reached, or a gateway uses it. {@link DatabaseOpenError}
 */
export async function openToReset(config: Config): Promise<ResettableDatabase> {
  const location = locateDatabase(config)
  const { db, dialect } = await open(location)
  try {
    const tables = await listExistingTables(db, dialect, TABLES)
    const told = ['merchants', 'transactions', 'payment_methods'].filter((table) => tables.includes(table))
    const counts = await Promise.all(told.map(async (table) => ({ table, rows: await countRows(db, table) })))
    return {
      place: describeLocation(location),
      counts,
      async reset() {
        if (dialect === 'postgres') await refuseGateways(db)
        await dropTables(db, dialect, { tables, functions: FUNCTIONS })
        if (dialect === 'sqlite') await truncateSqliteLog(db)
        await removeEphemeralStore(config, { db, dialect })
      },
      close: () => db.destroy(),
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function open(location: DatabaseLocation): Promise<{ db: Kysely<unknown>; dialect: Dialect }> {
  if ('databaseUrl' in location)
    return { db: openPostgresForMigration<unknown>(location.databaseUrl), dialect: 'postgres' }
  if (findDatabaseFile(location.dataDir) === null)
    throw new DatabaseOpenError(`There is no database in ${describeLocation(location)}.`)
  // Locks the directory. If a gateway holds the lock, the error names it.
  return { db: await openSqlite<unknown>(location.dataDir), dialect: 'sqlite' }
}

/**
 * A server lists a connection for a moment after a gateway has closed it, so it checks 30 times, a tenth of a second
 * apart.
 */
const LOOKS_MAX = 30

/** A gateway would continue without its tables, and answer every payment with an error. */
async function refuseGateways<DB>(db: Kysely<DB>): Promise<void> {
  let open = await countGateways(db)
  for (let looks = 1; open > 0 && looks < LOOKS_MAX; looks += 1) {
    await sql`select pg_sleep(0.1)`.execute(db)
    open = await countGateways(db)
  }
  if (open > 0)
    throw new DatabaseOpenError(
      `The database is in use: gateways have ${open} open connections. Stop them first; nothing was deleted.`,
    )
}

async function countGateways<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name like 'sluice-gateway%' and pid <> pg_backend_pid()
  `.execute(db)
  return rows.length
}
