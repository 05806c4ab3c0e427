import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'

import type { Dialect } from './dialect.ts'

/** Selects the due rows and leases them to one owner. */
export interface DueRows<Table extends string> {
  readonly table: Table
  /** The columns of its primary key. */
  readonly key: readonly string[]
  /** Holds when the row is due; null when it never is. */
  readonly column: string
  /** Further conditions on this table alone. */
  readonly where: RawBuilder<unknown>
  /** The column with the time at which the row was last claimed, if the table has one. */
  readonly takenAt?: string
  readonly nowMs: number
  /**
   * The end of the claim: until then no other process takes the row; if nothing was written into it by then, it is
   * due again.
   */
  readonly untilMs: number
  readonly limit: number
}

/**
 * Claims due rows for this process and returns them. It postpones their time, so that concurrent processes get
 * different rows. If the process dies, its rows are due again at that time.
 */
export async function claimDue<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  dialect: Dialect,
  { table, key, column, where, takenAt, nowMs, untilMs, limit }: DueRows<Table>,
): Promise<readonly Selectable<Tables[Table]>[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const due = sql.ref(column)
  const taken = takenAt === undefined ? sql`` : sql`, ${sql.ref(takenAt)} = ${nowMs}`
  // SQLite has one writer at a time and no `SKIP LOCKED`. Picked once: a plan that asks the list again for another
  // row would lock, and take, as many again.
  const leaveOthers = dialect === 'postgres' ? sql`for update skip locked` : sql``
  const { rows } = await sql<Selectable<Tables[Table]>>`
    with picked as materialized (
      select ${columns} from ${sql.table(table)} where ${due} <= ${nowMs} and ${where}
      order by ${due} limit ${limit} ${leaveOthers}
    )
    update ${sql.table(table)} set ${due} = ${untilMs}${taken} where (${columns}) in (select ${columns} from picked)
    returning *
  `.execute(db)
  return rows
}
