import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64, encodeBase64Url } from './base64.ts'

const bytes = fc.uint8Array({ maxLength: 200 })

describe('Base64', () => {
  it('encodes like the platform', () => {
    fc.assert(
      fc.property(bytes, (input) => {
        expect(encodeBase64(input)).toBe(Buffer.from(input).toString('base64'))
        expect(encodeBase64Url(input)).toBe(Buffer.from(input).toString('base64url'))
      }),
    )
  })

  it('reads either alphabet, padded or not', () => {
    fc.assert(
      fc.property(bytes, (input) => {
        const padded = Buffer.from(input).toString('base64')
        const urlSafe = padded.replaceAll('+', '-').replaceAll('/', '_')
        for (const text of [padded, padded.replaceAll('=', ''), urlSafe, urlSafe.replaceAll('=', '')]) {
          expect(decodeBase64(text)).toEqual(Uint8Array.from(input))
        }
      }),
    )
  })

  it('never gives two texts of one alphabet and padding the same bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AZaz09+/= \n.é') }), (text) => {
        const decoded = decodeBase64(text)
        if (decoded === undefined) return
        expect([encodeBase64(decoded), encodeBase64(decoded).replaceAll('=', '')]).toContain(text)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['white space', 'AAAA\n'],
    ['unused bits that are set', 'AB=='],
    ['one padding character of two', 'AA='],
    ['padding without need', 'AAAA===='],
    ['a single character', 'A'],
    ['padding in the middle', 'AA==AAAA'],
    ['a character of no alphabet', 'AA.A'],
    ['a character outside Latin-1', 'AAA€'],
  ])('refuses %s', (_, text) => {
    expect(decodeBase64(text)).toBeUndefined()
  })

  it('survives a text far longer than any call stack', () => {
    const long = new Uint8Array(1_000_000).fill(0xfb)
    expect(decodeBase64(encodeBase64(long))?.length).toBe(long.length)
  })
})
