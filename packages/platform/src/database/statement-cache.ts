import type BetterSqlite3 from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

/** More than the gateway has; lists of different lengths make some more, and each takes some 10 kB. */
const MAX_STATEMENTS = 500

/** Caches compiled statements, because Kysely compiles for every execution: */
export function cacheStatements(
  database: BetterSqlite3.Database,
  maxStatements = MAX_STATEMENTS,
): SqliteDatabase {
  const statements = new Map<string, BetterSqlite3.Statement<unknown[]>>()
  return {
    close: () => database.close(),
    prepare: (source) => {
      const known = statements.get(source)
      // One that is still being read from cannot start again.
      if (known && !known.busy) return known
      const statement = database.prepare<unknown[]>(source)
      statements.set(source, statement)
      const [oldest] = statements.keys()
      if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest)
      return statement
    },
  }
}
