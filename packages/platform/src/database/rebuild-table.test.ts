import BetterSqlite3 from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { beforeEach, expect, it, onTestFinished } from 'vitest'

import { rebuildTable } from './rebuild-table.ts'

const TABLES = [
  'create table jars (id text primary key, size integer check (size < 10))',
  'create table lids (id text primary key, jar text references jars (id))',
  'create unique index jars_size on jars (size)',
  `create trigger jars_stay before delete on jars begin select raise(abort, 'jars stay'); end`,
  `insert into jars values ('a', 1), ('b', 2)`,
]

let db: Kysely<unknown>

beforeEach(async () => {
  db = new Kysely({ dialect: new SqliteDialect({ database: new BetterSqlite3(':memory:') }) })
  onTestFinished(() => db.destroy())
  for (const statement of TABLES) await sql.raw(statement).execute(db)
})

const widen = () => rebuildTable(db, 'jars', (statement) => statement.replace('size < 10', 'size < 100'))

it('keeps its rows, indexes and triggers, and has the new constraint', async () => {
  await widen()
  await sql`insert into jars values ('c', 50)`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from jars order by id`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  await expect(sql`insert into jars values ('d', 50)`.execute(db)).rejects.toThrow(/UNIQUE/)
  await expect(sql`insert into jars values ('d', 100)`.execute(db)).rejects.toThrow(/CHECK/)
  await expect(sql`delete from jars`.execute(db)).rejects.toThrow('jars stay')
})

it('can be referred to by other tables', async () => {
  await widen()
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = 'lids'`.execute(db)
  expect(rows[0]?.sql).toContain('references jars (id)')
})

it('is not rebuilt without a change', async () => {
  const unchanged = rebuildTable(db, 'jars', (statement) => statement)
  await expect(unchanged).rejects.toThrow('no such constraint')
})
