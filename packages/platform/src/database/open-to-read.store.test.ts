import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { PGBOUNCER, startPgbouncer } from '../../test/pgbouncer.ts'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { openPostgres, openPostgresToRead } from './open-postgres.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const WAYS = [
  { way: 'a server', through: (url: string) => Promise.resolve(url) },
  {
    way: 'a pooler',
    async through(url: string) {
      const pooler = await startPgbouncer(PGBOUNCER ?? '', url)
      onTestFinished(() => pooler.stop())
      return pooler.through(url)
    },
  },
]

describe.each(WAYS.filter(({ way }) => way === 'a server' || PGBOUNCER !== undefined))(
  'a reader of $way',
  ({ through }) => {
    it('reads, writes nothing, and has enough time for large tables', async () => {
      const url = await postgres.createDatabase()
      const { db: writer } = openPostgres<object>(url, { maxConnections: 1, statementTimeoutMs: 3_000 })
      onTestFinished(() => writer.destroy())
      await sql`create table kept (id integer); insert into kept values (1)`.execute(writer)
      const reader: Kysely<object> = openPostgresToRead(await through(url))
      onTestFinished(() => reader.destroy())

      const count = async () =>
        (await sql<{ id: number }>`select id from kept where id = ${1}`.execute(reader)).rows
      expect(await count()).toEqual([{ id: 1 }])
      await expect(sql`insert into kept values (2)`.execute(reader)).rejects.toThrow('read-only transaction')
      await expect(sql`select no_such_column from kept`.execute(reader)).rejects.toThrow('no_such_column')
      // The transaction of a failed statement is over.
      expect(await count()).toEqual([{ id: 1 }])
      expect((await sql`show statement_timeout`.execute(reader)).rows).toEqual([
        { statement_timeout: '10min' },
      ])
    })
  },
)
