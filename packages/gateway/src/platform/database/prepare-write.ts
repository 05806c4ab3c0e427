import type { Compilable, CompiledQuery, Kysely } from 'kysely'

import { type Connection, withTables } from './connection.ts'

/** Stands for a member of a row while its statement is built. */
class Member {
  readonly name: string

  constructor(name: string) {
    this.name = name
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
  const compiled = new WeakMap<object, Map<string, CompiledQuery>>()
  return (trx, row) => {
    const executor = trx.getExecutor()
    // It may change each query, or watch them.
    if (executor.plugins.length > 0) return build(withTables<Tables>(trx), row)
    const names = Object.keys(row)
    const known = compiled.get(executor.adapter) ?? new Map<string, CompiledQuery>()
    compiled.set(executor.adapter, known)
    const columns = names.join()
    let query = known.get(columns)
    if (query === undefined) {
      const members = Object.fromEntries(names.map((name) => [name, new Member(name)]))
      query = build(withTables<Tables>(trx), members as R).compile()
      known.set(columns, query)
    }
    const { parameters } = query
    const filled = {
      ...query,
      parameters: parameters.map((each) => (each instanceof Member ? row[each.name] : each)),
    }
    return { compile: () => filled }
  }
}
