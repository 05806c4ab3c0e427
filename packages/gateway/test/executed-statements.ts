/** Records the database statements of a gateway in this process, because their number is the same on every machine. */
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'

import type { Pipeline } from '@sluice/platform/database/pipeline'

/** Records SQLite until the test ends; returns the texts of all statements so far. */
export function spyOnSqlite(): () => readonly string[] {
  const memory = new SqliteDatabase(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('select 1')) as SqliteDatabase.Statement
  memory.close()
  const sources: string[] = []
  for (const method of ['run', 'all'] as const) {
    const original = statement[method]
    const spy = vi.spyOn(statement, method).mockImplementation(function (
      this: SqliteDatabase.Statement,
      ...values
    ) {
      sources.push(this.source)
      return Reflect.apply(original, this, values) as never
    })
    onTestFinished(() => spy.mockRestore())
  }
  return () => sources
}

/** Records PostgreSQL until the test ends; returns the texts of all round trips so far. */
export function spyOnPostgres(): () => readonly (readonly string[])[] {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  return () => query.mock.calls.map(([asked]) => textsOf(asked))
}

/** A query for the driver: text, or statements that are sent together. */
function textsOf(asked: unknown): readonly string[] {
  if (typeof asked === 'string') return [asked]
  return (asked as Pipeline).statements.map(({ text }) => text)
}
