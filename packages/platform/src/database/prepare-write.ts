import { type Compilable, type CompiledQuery, type Expression, type Kysely, sql } from 'kysely'

import { type Connection, withTables } from './connection.ts'

type Row = Readonly<Record<string, unknown>>

/** The columns of a row as the named parameters of a statement; their values are sent with it. */
export type Parameters<R> = { readonly [Name in keyof R]: Expression<Exclude<R[Name], undefined>> }

/** A parameter of a statement. */
class Parameter {
  /** The place of its value among those of all rows. */
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/** A compiled statement, for a given number of rows and a given list of columns. */
interface Prepared {
  readonly rows: number
  readonly columns: readonly string[]
  readonly query: CompiledQuery
}

/** Binds the values of a row to a statement that is compiled once for each set of columns. */
export type PreparedWrite<R extends Row> = (trx: Connection, row: R) => Compilable

/**
 * Prepares a write, because building and compiling its query takes several times as long as sending it.
 *
 * @param build - builds the statement from the columns of a row as parameters; it never gets their values.
 */
export function prepareWrite<Tables, R extends Row>(
  build: (db: Kysely<Tables>, row: Parameters<R>) => Compilable,
): PreparedWrite<R> {
  const prepared = prepareWriteOfRows<Tables, R>((db, [row]) => build(db, row as Parameters<R>))
  return (trx, row) => prepared(trx, [row])
}

/** Prepares a write of several rows with the same columns; compiles one statement for each number of rows. */
export function prepareWriteOfRows<Tables, R extends Row>(
  build: (db: Kysely<Tables>, rows: readonly Parameters<R>[]) => Compilable,
): (trx: Connection, rows: readonly R[]) => Compilable {
  const byDialect = new WeakMap<object, Prepared[]>()
  const compile = (trx: Connection, rows: readonly Row[]): CompiledQuery =>
    build(withTables<Tables>(trx), rows.map(toExpressions) as Parameters<R>[]).compile()
  return (trx, rows) => {
    const { adapter, plugins } = trx.getExecutor()
    // A plugin may read the values, or change the query depending on them.
    if (plugins.length > 0) return { compile: () => compile(trx, rows) }
    const known = byDialect.get(adapter) ?? []
    const [first = {}] = rows
    const columns = Object.keys(first)
    let prepared = known.find((one) => fits(one, rows, columns))
    if (prepared === undefined) {
      const query = compile(
        trx,
        rows.map((_, row) => toParameters(row * columns.length, columns)),
      )
      prepared = { rows: rows.length, columns, query }
      known.push(prepared)
      byDialect.set(adapter, known)
    }
    const { query, queryId, sql: text, parameters } = prepared.query
    // A value is found faster by its place than by its column.
    const values =
      rows.length === 1 ? Object.values(first) : rows.flatMap((row) => columns.map((column) => row[column]))
    const bound = parameters.map((one) => (one instanceof Parameter ? values[one.at] : one))
    const compiled = { query, queryId, sql: text, parameters: bound }
    return { compile: () => compiled }
  }
}

function toParameters(from: number, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column, at) => [column, new Parameter(from + at)]))
}

function toExpressions(row: Row): Readonly<Record<string, Expression<unknown>>> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, sql.val(value)]))
}

/** Compares name by name, because joining the names of a wide table takes longer than binding all values. */
function fits(prepared: Prepared, rows: readonly Row[], columns: readonly string[]): boolean {
  if (prepared.rows !== rows.length || prepared.columns.length !== columns.length) return false
  return columns.every((column, at) => column === prepared.columns[at])
}
