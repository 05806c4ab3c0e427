import { type Kysely, sql } from 'kysely'

/**
 * Rebuilds a table of SQLite, which cannot change a constraint, with its rows and indexes.
 *
 * @param rewrite - gets the statement that made the table, and returns the one that makes it as it is from now on.
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
  const former = `former_${table}`
  await db.schema.alterTable(table).renameTo(former).execute()
  // Renaming the table renames it in the statements of its indexes, so they are made again from what they were.
  for (const { name } of await indexesOf(db, former)) await db.schema.dropIndex(name).execute()
  await sql.raw(statement).execute(db)
  await sql`insert into ${sql.table(table)} select * from ${sql.table(former)}`.execute(db)
  await db.schema.dropTable(former).execute()
  for (const index of rows.filter(({ type }) => type === 'index')) await sql.raw(index.sql).execute(db)
}

async function indexesOf(db: Kysely<unknown>, table: string): Promise<readonly { readonly name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'index' and tbl_name = ${table} and sql is not null`.execute(
    db,
  )
  return rows
}
