import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'

import { cacheStatements } from './statement-cache.ts'

it('returns the same statement for the same text, and runs it with new parameters', () => {
  const database = cacheStatements(new BetterSqlite3(':memory:'))
  const first = database.prepare('select ? as x')
  expect(first.all([1])).toEqual([{ x: 1 }])
  expect(database.prepare('select ? as x')).toBe(first)
  expect(first.all([2])).toEqual([{ x: 2 }])
})

it('does not disturb a statement that is still being read from', () => {
  const database = cacheStatements(new BetterSqlite3(':memory:'))
  const text = 'select 1 as x union select 2'
  const reading = database.prepare(text).iterate([])
  reading.next()
  expect(database.prepare(text).all([])).toEqual([{ x: 1 }, { x: 2 }])
  expect(reading.next().value).toEqual({ x: 2 })
})

it('evicts the oldest when it is full', () => {
  const database = cacheStatements(new BetterSqlite3(':memory:'), 2)
  const [one, two] = ['select 1', 'select 2'].map((text) => database.prepare(text))
  database.prepare('select 3')
  expect(database.prepare('select 2')).toBe(two)
  expect(database.prepare('select 1')).not.toBe(one)
})

it('follows a change of the tables', () => {
  const raw = new BetterSqlite3(':memory:')
  const database = cacheStatements(raw)
  raw.exec('create table t (x); insert into t values (1)')
  expect(database.prepare('select * from t').all([])).toEqual([{ x: 1 }])
  raw.exec('alter table t add column y default 2')
  expect(database.prepare('select * from t').all([])).toEqual([{ x: 1, y: 2 }])
})
