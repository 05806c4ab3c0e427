import { type Kysely, sql } from 'kysely'

import type { Dialect } from './dialect.ts'

/** Tables of the database that tables are made in by default. */
const LIST_TABLES: Readonly<Record<Dialect, string>> = {
  sqlite: `select name from sqlite_master where type = 'table'`,
  postgres: `select tablename as name from pg_tables where schemaname = current_schema()`,
}

/** Returns those of the tables that are there, in the order given. */
export async function listExistingTables<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  tables: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql.raw<{ readonly name: string }>(LIST_TABLES[dialect]).execute(db)
  const existing = new Set(rows.map(({ name }) => name))
  return tables.filter((table) => existing.has(table))
}

/** Counts the rows of a table that may have any columns. */
export async function countRows<DB>(db: Kysely<DB>, table: string): Promise<number> {
  const { rows } = await sql<{
    readonly count: number
  }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count)
}

/**
 * Deletes tables with everything in them, and the functions that only they and their statements call, in one transaction.
 *
 * @param tables - that exist.
 */
export async function dropTables<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  { tables, functions }: { readonly tables: readonly string[]; readonly functions: readonly string[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of tables) await sql`drop table ${sql.table(table)}`.execute(trx)
    if (dialect === 'sqlite') return
    for (const name of functions) await sql`drop function if exists ${sql.id(name)}`.execute(trx)
  })
  // The file shrinks, and nothing of the rows stays in it.
  if (dialect === 'sqlite') await sql`vacuum`.execute(db)
}
