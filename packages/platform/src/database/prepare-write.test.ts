import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { expect, it } from 'vitest'

import { prepareWrite, prepareWriteOfRows } from './prepare-write.ts'

interface Tables {
  t: { id: string; x: number | null; y: string | null }
}

const onPostgres = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const onSqlite = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

function prepare() {
  let built = 0
  const write = prepareWrite<Tables, { id: string; x?: number | null }>((db, { id, ...columns }) => {
    built += 1
    return db
      .insertInto('t')
      .values({ id, y: 'always', ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
  })
  return { write, built: () => built }
}

it('builds a statement once, and fills in the values of each row at every place', () => {
  const { write, built } = prepare()
  const queries = [
    { id: 'a', x: 1 },
    { id: 'b', x: null },
  ].map((row) => write(onPostgres, row).compile())
  expect(queries.map(({ parameters }) => parameters)).toEqual([
    ['a', 'always', 1, 1],
    ['b', 'always', null, null],
  ])
  expect(new Set(queries.map(({ sql }) => sql))).toEqual(
    new Set([
      'insert into "t" ("id", "y", "x") values ($1, $2, $3) on conflict ("id") do update set "x" = $4',
    ]),
  )
  expect(built()).toBe(1)
})

it('builds another one for other columns, and for another database', () => {
  const { write, built } = prepare()
  write(onPostgres, { id: 'a', x: 1 })
  expect(write(onSqlite, { id: 'a', x: 1 }).compile().sql).toContain('values (?, ?, ?)')
  const other = prepareWrite<Tables, { id: string; x?: number }>((db, row) =>
    db.insertInto('t').values({ y: null, ...row }),
  )
  expect(other(onPostgres, { id: 'a' }).compile().parameters).toEqual([null, 'a'])
  expect(other(onPostgres, { id: 'a', x: 2 }).compile().parameters).toEqual([null, 'a', 2])
  expect(built()).toBe(2)
})

it('builds a statement of several rows once for each number of them', () => {
  let built = 0
  const write = prepareWriteOfRows<Tables, Tables['t']>((db, rows) => {
    built += 1
    return db.insertInto('t').values(rows)
  })
  const rows = (...ids: string[]) => ids.map((id, x) => ({ id, x, y: null }))
  const compile = (...ids: string[]) => write(onPostgres, rows(...ids)).compile()
  expect(compile('a', 'b').parameters).toEqual(['a', 0, null, 'b', 1, null])
  expect(compile('c', 'd').parameters).toEqual(['c', 0, null, 'd', 1, null])
  expect(compile('e').parameters).toEqual(['e', 0, null])
  expect(built).toBe(2)
})

it('matches values by the names of their columns, in any order', () => {
  const write = prepareWriteOfRows<Tables, Tables['t']>((db, rows) => db.insertInto('t').values(rows))
  const compile = (...rows: Tables['t'][]) => {
    const { sql, parameters } = write(onPostgres, rows).compile()
    return [sql, parameters]
  }
  const straight = { id: 'a', x: 1, y: 'one' }
  const turned = { y: 'two', x: 2, id: 'b' }
  expect(compile(straight, turned)).toEqual([
    'insert into "t" ("id", "x", "y") values ($1, $2, $3), ($4, $5, $6)',
    ['a', 1, 'one', 'b', 2, 'two'],
  ])
  expect(compile(straight)[1]).toEqual(['a', 1, 'one'])
  expect(compile(turned)).toEqual(['insert into "t" ("y", "x", "id") values ($1, $2, $3)', ['two', 2, 'b']])
})

it('builds every query again if a plugin inspects queries', () => {
  const { write, built } = prepare()
  const seen: string[] = []
  const watched = onPostgres.withPlugin({
    transformQuery: ({ node }) => (seen.push(node.kind), node),
    transformResult: ({ result }) => Promise.resolve(result),
  })
  for (const db of [onPostgres, watched, watched]) write(db, { id: 'a', x: 1 }).compile()
  expect([built(), seen]).toEqual([3, ['InsertQueryNode', 'InsertQueryNode']])
})

it('does not compile a statement that depends on a value', () => {
  // @ts-expect-error -- a parameter is an expression, no text
  prepareWrite<Tables, { id: string }>((db, { id }) => db.deleteFrom('t').where('y', '=', id.trim()))
  // @ts-expect-error -- a number to compute with is refused, too
  prepareWrite<Tables, { x: number }>((db, { x }) => db.deleteFrom('t').where('x', '=', x * 2))
})
