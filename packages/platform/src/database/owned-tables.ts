/** Rows of a merchant: by a column of its own, or by the row of another table that they hang on. */
export interface TenantTable<Table extends string = string> {
  readonly table: Table
  /** Holds the merchant's id; with `through`, that table's `key`. */
  readonly column: string
  readonly through?: { readonly table: string; readonly key: string; readonly column: string }
  /**
   * The effect of emptying a sandbox on the rows; by default they are deleted, and a snapshot of the sandbox contains
   * them.
   */
  readonly onReset?: OnReset
  /** Null in the row of a running request; emptying a sandbox keeps such a row. */
  readonly endedBy?: string
}

/**
 * STAYS: credentials, settings, and what proves that a card was used once. FORGOTTEN: the rows go, and no snapshot has them.
 *
 * @decision 0018
 */
export type OnReset = 'STAYS' | 'FORGOTTEN'

/** A stored time that follows the clock of the merchant. */
export interface Deadline<Table extends string = string> {
  readonly table: Table
  readonly column: string
  /** Restricts this to rows with this value; in others the column has another meaning. */
  readonly only?: { readonly column: string; readonly is: string }
}

/** A stored time that stays where it is when the clock is moved. */
export interface RealTime<Table extends string = string> {
  readonly table: Table
  readonly column: string
  readonly because: string
}

/**
 * The effect of erasing a customer on a table. Each text lists columns; a test asks for every column of the schema in
 * exactly one of them, and compares the rows before and after.
 */
export interface TableErasure {
  /** Emptied in the rows that are about the customer. */
  readonly emptied?: string
  /** The rows that are about the customer are deleted. */
  readonly deleted?: string
  /** Says nothing about who the customer is. */
  readonly kept?: string
}

/**
 * The tables of one slice: what a merchant owns of them, and which of their times are deadlines. Removing a sandbox and
 * moving its clock go by these lists; a test walks the real schema and demands every table and every time in one of them.
 *
 * @decision 0018
 * @decision 0080
 */
export interface OwnedTables<Table extends string = string> {
  /** The tables in the order of deletion: dependent rows are deleted first. */
  readonly tenants: readonly TenantTable<Table>[]
  /** Tables that belong to the service. */
  readonly service: readonly Table[]
  readonly deadlines: readonly Deadline<Table>[]
  readonly realTimes: readonly RealTime<Table>[]
  readonly erasure: Readonly<Record<Table, TableErasure>>
}

/** Tables whose column `merchant_id` names the owner. */
export function ownedByMerchant<Table extends string>(...tables: readonly Table[]): TenantTable<Table>[] {
  return tables.map((table) => ({ table, column: 'merchant_id' }))
}

/** Returns the same tables, whose rows outlive what the payments of a sandbox left. */
export function staying<Table extends string>(
  ...tables: readonly TenantTable<Table>[]
): TenantTable<Table>[] {
  return tables.map((owned) => ({ ...owned, onReset: 'STAYS' }))
}

/** Times that record the past. */
export function happened<Table extends string>(
  column: string,
  ...tables: readonly Table[]
): RealTime<Table>[] {
  return tables.map((table) => ({ table, column, because: 'says when something happened' }))
}
