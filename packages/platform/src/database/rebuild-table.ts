import { type Kysely, sql } from 'kysely'

/**
 * Rebuilds a table of SQLite, which cannot change a constraint, with its rows, indexes and triggers.
 *
 * @param rewrite - gets the statement that created the table, and returns the one that creates the new form.
 * @throws When the rewritten statement is the same: the constraint was not found.
 */
export async function rebuildTable(
  db: Kysely<unknown>,
  table: string,
  rewrite: (statement: string) => string,
): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${table} and sql is not null`.execute(db)
  const made = rows.find(({ type }) => type === 'table')?.sql ?? ''
  const statement = rewrite(made)
  if (statement === made) throw new Error(`Table ${table} has no such constraint`)
  // The new table gets the name last: renaming the old one would change what other tables refer to.
  const rebuilt = `rebuilt_${table}`
  await sql.raw(statement.replace(/^(create table\s+)("[^"]+"|\w+)/i, `$1"${rebuilt}"`)).execute(db)
  await sql`insert into ${sql.table(rebuilt)} select * from ${sql.table(table)}`.execute(db)
  await db.schema.dropTable(table).execute()
  await db.schema.alterTable(rebuilt).renameTo(table).execute()
  for (const { type, sql: kept } of rows) if (type !== 'table') await sql.raw(kept).execute(db)
}
