import { expect, it } from 'vitest'

import { readBearerToken } from './bearer-token.ts'

it.each([
  ['Bearer eyJ.a-b_c~d+e/f==', 'eyJ.a-b_c~d+e/f=='],
  ['bearer abc', 'abc'],
  ['Bearer  abc', 'abc'],
  ['Bearer     abc', 'abc'],
  ['Bearer', null],
  ['Bearerabc', null],
  ['Bearer\tabc', null],
  ['Bearer abc abc', null],
  ['Bearer a=b', null],
  ['Basic abc', null],
  [undefined, null],
])('the header %j contains the token %j', (authorization, token) => {
  expect(readBearerToken(authorization)).toBe(token)
})
