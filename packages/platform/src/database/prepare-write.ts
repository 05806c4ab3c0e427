import type { Compilable, CompiledQuery, Kysely } from 'kysely'

import { type Connection, withTables } from './connection.ts'

/** Stands for a member of a row while its statement is built. */
class Member {
  readonly name: string
  /** Among the values of all rows. */
  readonly at: number

  constructor(name: string, at: number) {
    this.name = name
    this.at = at
  }

  [Symbol.toPrimitive](): never {
    throw new Error(
      `A prepared write passes ${this.name} on as it is: its statement is the same for every value`,
    )
  }
}

type Row = Readonly<Record<string, unknown>>

/** Of rows: their number and columns, and the statement of all that have these. */
interface Shape {
  readonly count: number
  readonly names: readonly string[]
  readonly query: CompiledQuery
  /** For each parameter its place among the values of all rows; null where it is the same for all. */
  readonly places: readonly (number | null)[]
}

/** A write whose statement is built and compiled once for each set of columns, not for each row. */
export type PreparedWrite<R extends Row> = (trx: Connection, row: R) => Compilable

/**
 * Prepares a write: building and compiling the query of a row costs several times as much as sending it.
 *
 * @param build - makes the query of a row. It passes members of the row on, and decides nothing by them.
 */
export function prepareWrite<Tables, R extends Row>(
  build: (db: Kysely<Tables>, row: R) => Compilable,
): PreparedWrite<R> {
  const prepared = prepareWriteOfRows<Tables, R>((db, [row]) => build(db, row as R))
  return (trx, row) => prepared(trx, [row])
}

/** The same for a write of several rows of the same columns: one statement for each number of them. */
export function prepareWriteOfRows<Tables, R extends Row>(
  build: (db: Kysely<Tables>, rows: readonly R[]) => Compilable,
): (trx: Connection, rows: readonly R[]) => Compilable {
  const shapes = new WeakMap<object, Shape[]>()
  return (trx, rows) => {
    const executor = trx.getExecutor()
    // It may change each query, or watch them.
    if (executor.plugins.length > 0) return build(withTables<Tables>(trx), rows)
    const [first = {}] = rows
    const names = Object.keys(first)
    const known = shapes.get(executor.adapter) ?? []
    let shape = known.find((each) => isOf(each, rows, names))
    if (shape === undefined) {
      const members = rows.map((_, at) =>
        Object.fromEntries(names.map((name, place) => [name, new Member(name, at * names.length + place)])),
      )
      const query = build(withTables<Tables>(trx), members as unknown as R[]).compile()
      const places = query.parameters.map((each) => (each instanceof Member ? each.at : null))
      shape = { count: rows.length, names, query, places }
      known.push(shape)
      shapes.set(executor.adapter, known)
    }
    const values =
      rows.length === 1 ? Object.values(first) : rows.flatMap((row) => names.map((name) => row[name]))
    const { query, queryId, sql, parameters } = shape.query
    const filled = shape.places.map((place, at) => (place === null ? parameters[at] : values[place]))
    const compiled = { query, queryId, sql, parameters: filled }
    return { compile: () => compiled }
  }
}

/** One by one: to put the names of a wide table together, and to find them again, costs more than all values. */
function isOf(shape: Shape, rows: readonly Row[], names: readonly string[]): boolean {
  if (shape.count !== rows.length || shape.names.length !== names.length) return false
  return names.every((name, at) => name === shape.names[at])
}
