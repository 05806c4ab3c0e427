import { expect, it } from 'vitest'

import { membersTakenAway } from './members-taken-away.ts'
import { readObject } from './read-object.ts'

it('names what an edited message lacks, at any depth', () => {
  const original = { event: 'x', payload: { id: '1', customer: { email: 'a', name: 'b' }, list: [{ a: 1 }] } }
  expect(membersTakenAway(original, original)).toEqual([])
  const edited = { payload: { id: '2', customer: { name: 'c' }, list: [], more: true } }
  expect(membersTakenAway(original, edited)).toEqual(['event', 'payload.customer.email'])
  // A value that is no longer an object replaces the whole.
  expect(membersTakenAway(original, { event: 'x', payload: null })).toEqual([])
})

it.each(['', '[]', 'null', '1', '{', '"text"'])('reads no object of %j', (text) => {
  expect(readObject(text)).toBeNull()
})

it('reads an object', () => {
  expect(readObject(' {"event": "x"} ')).toEqual({ event: 'x' })
})
