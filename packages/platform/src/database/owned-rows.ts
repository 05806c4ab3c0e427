import { type RawBuilder, sql } from 'kysely'

import type { Connection } from './connection.ts'
import type { Deadline, TenantTable } from './owned-tables.ts'

/** A row as a database returns it. */
export type Row = Readonly<Record<string, unknown>>

/** Rows by the names of their tables. */
export type RowsByTable = Readonly<Record<string, readonly Row[]>>

/** A row of 60 columns has fewer values with it than SQLite takes in one statement (32,766). */
const INSERT_BATCH = 200

/** Returns whether a row of the table is the merchant's. */
export function belongsTo({ column, through }: TenantTable, merchantId: string): RawBuilder<unknown> {
  if (!through) return sql`${sql.ref(column)} = ${merchantId}`
  return sql`${sql.ref(column)} in (
    select ${sql.ref(through.key)} from ${sql.table(through.table)} where ${sql.ref(through.column)} = ${merchantId}
  )`
}

/**
 * Reads every row that a merchant has in the tables.
 *
 * @returns null when there are more than `rowsMax`.
 */
export async function readOwnedRows(
  db: Connection,
  tables: readonly TenantTable[],
  merchantId: string,
  rowsMax: number,
): Promise<RowsByTable | null> {
  const found: Record<string, readonly Row[]> = {}
  let left = rowsMax
  for (const owned of tables) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(owned.table)} where ${belongsTo(owned, merchantId)} limit ${left + 1}
    `.execute(db)
    left -= rows.length
    if (left < 0) return null
    found[owned.table] = rows
  }
  return found
}

/** Deletes what a merchant has in the tables, in their order. */
export async function deleteOwnedRows(
  db: Connection,
  tables: readonly TenantTable[],
  merchantId: string,
): Promise<void> {
  for (const owned of tables) {
    const isOver = owned.endedBy === undefined ? sql`1 = 1` : sql`${sql.ref(owned.endedBy)} is not null`
    await sql`
      delete from ${sql.table(owned.table)} where ${belongsTo(owned, merchantId)} and ${isOver}
    `.execute(db)
  }
}

/** Inserts rows that were read before: what other rows hang on goes first, so the tables go in the opposite order. */
export async function insertOwnedRows(
  db: Connection,
  tables: readonly TenantTable[],
  rows: RowsByTable,
): Promise<void> {
  for (const { table } of [...tables].reverse()) {
    const all = rows[table] ?? []
    const columns = Object.keys(all[0] ?? {})
    for (let start = 0; start < all.length; start += INSERT_BATCH) {
      const values = all
        .slice(start, start + INSERT_BATCH)
        .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
      await sql`
        insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        values ${sql.join(values)}
      `.execute(db)
    }
  }
}

/** Postpones the deadlines of rows, so that each is as far away as before. */
export function postponeDeadlines(
  rows: RowsByTable,
  deadlines: readonly Deadline[],
  byMs: number,
): RowsByTable {
  return Object.fromEntries(
    Object.entries(rows).map(([table, all]) => {
      const own = deadlines.filter((deadline) => deadline.table === table)
      return [table, own.length === 0 ? all : all.map((row) => postpone(row, own, byMs))]
    }),
  )
}

function postpone(row: Row, deadlines: readonly Deadline[], byMs: number): Row {
  const moved = deadlines.flatMap(({ column, only }) => {
    const time = row[column]
    const isMeant = only === undefined || row[only.column] === only.is
    return typeof time === 'number' && isMeant ? [[column, time + byMs] as const] : []
  })
  return { ...row, ...Object.fromEntries(moved) }
}
