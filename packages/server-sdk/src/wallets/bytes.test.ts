import { expect, it } from 'vitest'
import { concatBytes, decodeHex, equalBytes, readBase64 } from './bytes.ts'

it('bytes are equal when each of them is', () => {
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true)
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false)
  expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false)
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1))).toBe(false)
  expect(concatBytes(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3))).toEqual(Uint8Array.of(1, 2, 3))
})

it('hexadecimal digits are read in pairs, in upper or lower case', () => {
  expect(decodeHex('00aFFf')).toEqual(Uint8Array.of(0, 0xaf, 0xff))
  expect(decodeHex('')).toEqual(new Uint8Array())
  for (const text of ['0', 'abc', 'xab', 'abx', 'zz', ' ab', 'ab\n']) expect(decodeHex(text)).toBeUndefined()
})

it.each([
  ['Base64, padded', '+/8='],
  ['Base64 without padding', '+/8'],
  ['base64url', '-_8'],
])('%s is read', (_, text) => {
  expect(readBase64(text)).toEqual(Uint8Array.of(0xfb, 0xff))
})

it.each(['A===', 'A', '!', 'AAAA\n', 'AA=A', '===='])('%j is not Base64', (text) => {
  expect(readBase64(text)).toBeUndefined()
})
