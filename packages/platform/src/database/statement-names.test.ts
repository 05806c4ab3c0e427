import { expect, it } from 'vitest'

import { createStatementNames } from './statement-names.ts'

const INSERT = 'insert into "t" ("x") values ($1)'
/** A later version must give it to exactly this text or to none: sessions of a server outlive processes. */
const NAME = 'sluice_OqM4-tzK6aU__169'
const UPDATE = 'update "t" set "x" = $1 where "id" = $2'

it('names a statement from its second time on, always the same', () => {
  const { find } = createStatementNames()
  const names = [INSERT, INSERT, INSERT].map(find)
  expect(names).toEqual([undefined, NAME, NAME])
  expect(Buffer.byteLength(NAME)).toBeLessThan(64)
})

it('gives each statement its own name', () => {
  const { find } = createStatementNames()
  const names = [INSERT, UPDATE, INSERT, UPDATE].map(find)
  expect(names).toEqual([undefined, undefined, NAME, expect.stringMatching(/^sluice_[\w-]{16}$/)])
  expect(names[3]).not.toBe(NAME)
})

it('gives a statement the same name in every process, whatever came before it', () => {
  const other = createStatementNames()
  expect([UPDATE, UPDATE, INSERT, INSERT].map(other.find).at(-1)).toBe(NAME)
})

it.each([
  'begin',
  'commit',
  'insert into "t" ("x") values ($1) returning "id"',
  'with "written" as (insert into "t" ("x") values ($1) returning 1) select 1',
])('names %j, too', (text) => {
  const { find } = createStatementNames()
  expect([text, text].map(find)).toEqual([undefined, expect.stringMatching(/^sluice_[\w-]{16}$/)])
})

it.each([
  'select * from "t" where "status" = $1',
  '\n update "t" set due_at = $1 where (id) in (select id from "t" where due_at <= $2)',
  'insert into "t" ("x") values ($1) returning *',
  'update "t" set "x" = $1 where "id" = $2 returning "x"',
])('leaves %j without one', (text) => {
  const { find } = createStatementNames()
  expect([text, text, text].map(find)).toEqual([undefined, undefined, undefined])
})

it('names a limited number of statements', () => {
  const { find } = createStatementNames(1)
  const other = `${INSERT} on conflict do nothing`
  expect([INSERT, other, INSERT, other, other].map(find)).toEqual([
    undefined,
    undefined,
    NAME,
    undefined,
    undefined,
  ])
})

it('uses no names where they do not work', () => {
  const { find, forgo } = createStatementNames()
  find(INSERT)
  forgo()
  expect([INSERT, INSERT].map(find)).toEqual([undefined, undefined])
})
