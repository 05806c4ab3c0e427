import type { Compilable, CompiledQuery, Kysely } from 'kysely'

import { type Connection, withTables } from './connection.ts'

/** Stands for a member of a row while its statement is built. */
class Member {
  readonly name: string
  /** Of its row. */
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
  const compiled = new WeakMap<object, Map<string, CompiledQuery>>()
  return (trx, rows) => {
    const executor = trx.getExecutor()
    // It may change each query, or watch them.
    if (executor.plugins.length > 0) return build(withTables<Tables>(trx), rows)
    const names = Object.keys(rows[0] ?? {})
    const known = compiled.get(executor.adapter) ?? new Map<string, CompiledQuery>()
    compiled.set(executor.adapter, known)
    const shape = `${rows.length} ${names.join()}`
    let query = known.get(shape)
    if (query === undefined) {
      const members = rows.map((_, at) =>
        Object.fromEntries(names.map((name) => [name, new Member(name, at)])),
      )
      query = build(withTables<Tables>(trx), members as unknown as R[]).compile()
      known.set(shape, query)
    }
    const { parameters } = query
    const filled = {
      ...query,
      parameters: parameters.map((each) => (each instanceof Member ? rows[each.at]?.[each.name] : each)),
    }
    return { compile: () => filled }
  }
}
