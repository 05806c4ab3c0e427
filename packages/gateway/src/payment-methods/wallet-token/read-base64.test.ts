import { expect, it } from 'vitest'

import { readBase64 } from './read-base64.ts'

const BYTES = Buffer.from([0xfb, 0xff, 0xbf, 0x01])

it.each([
  ['Base64, padded', '+/+/AQ=='],
  ['Base64 without padding', '+/+/AQ'],
  ['base64url, padded', '-_-_AQ=='],
  ['base64url without padding', '-_-_AQ'],
])('%s decodes to its bytes', (_, text) => {
  expect(readBase64(text)).toEqual(BYTES)
})

it('an empty text decodes to no bytes, and one padding character is enough for two bytes', () => {
  expect(readBase64('')).toEqual(Buffer.alloc(0))
  expect(readBase64('AQI=')).toEqual(Buffer.from([1, 2]))
})

it.each([
  ['a leading blank', ' AQID'],
  ['a trailing line break', 'AQID\n'],
  ['three characters of padding', 'AQIDA==='],
  ['padding alone', '='],
  ['padding that ends too early', 'AQ='],
  ['padding of a text that needs none', 'AQID='],
  ['padding in the middle', 'AQ==AQID'],
  ['a last character of six bits', 'AQIDB'],
  ['one character', 'A'],
])('a text with %s is not Base64', (_, text) => {
  expect(readBase64(text)).toBeNull()
})
