import { CompiledQuery, type Kysely, sql } from 'kysely'
import { vi } from 'vitest'

import type { Dialect } from '../src/database/dialect.ts'

/** Returns the statements that some work executes, in their order. */
export async function collectQueries<DB>(
  db: Kysely<DB>,
  work: () => Promise<unknown>,
): Promise<readonly CompiledQuery[]> {
  const executed = vi.spyOn(db.getExecutor(), 'executeQuery')
  await work()
  const queries = executed.mock.calls.map(([query]) => query)
  executed.mockRestore()
  return queries
}

/** Returns the query plan, in the database's own words, without full scans of small tables. */
export function explainQuery<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  { sql: text, parameters }: CompiledQuery,
): Promise<string> {
  const question = dialect === 'sqlite' ? 'explain query plan' : 'explain'
  return db.connection().execute(async (connection) => {
    if (dialect === 'postgres') await sql`set enable_seqscan = off`.execute(connection)
    const { rows } = await connection.executeQuery(CompiledQuery.raw(`${question} ${text}`, [...parameters]))
    return rows.map((row) => JSON.stringify(row)).join('\n')
  })
}
