import { expect, it } from 'vitest'

import { parseInt8 } from './open-postgres.ts'

it.each([
  ['0', 0],
  ['-12', -12],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('reads %s', (text, value) => {
  expect(parseInt8(text)).toBe(value)
})

it.each(['9007199254740992', '-9223372036854775808'])(
  'refuses %s, which a number cannot hold exactly',
  (text) => {
    expect(() => parseInt8(text)).toThrow(`the bigint ${text} is not a safe integer`)
  },
)
