import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toUtf8 } from './bytes.ts'
import { decodePlaintext, encodePlaintext } from './plaintext.ts'

const seconds = fc.integer({ min: 0, max: 99_999_999_999 })

describe('plaintext of a sealed field', () => {
  it('round-trips any value and time, in whole blocks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), seconds, (value, issuedAtSeconds) => {
        const bytes = encodePlaintext({ value, issuedAtSeconds })
        expect(bytes.length % 64).toBe(0)
        expect(decodePlaintext(bytes)).toEqual({ value, issuedAtSeconds })
      }),
    )
  })

  it('ignores members it does not know', () => {
    expect(decodePlaintext(toUtf8('{"iat":7,"next":{},"value":"123"} \n'))).toEqual({
      value: '123',
      issuedAtSeconds: 7,
    })
  })

  it.each([
    ['nothing', ''],
    ['text that is not JSON', '4242424242424242'],
    ['a list', '["123",7]'],
    ['null', 'null'],
    ['a value that is a number', '{"value":123,"iat":7}'],
    ['no value', '{"iat":7}'],
    ['no time', '{"value":"123"}'],
    ['a time that is text', '{"value":"123","iat":"7"}'],
    ['a time with a fraction', '{"value":"123","iat":7.5}'],
    ['a time beyond exact integers', '{"value":"123","iat":9007199254740993}'],
    ['a byte order mark', '\uFEFF{"value":"123","iat":7}'],
  ])('refuses %s', (_, text) => {
    expect(decodePlaintext(toUtf8(text))).toBeUndefined()
  })

  it('refuses bytes that are not UTF-8', () => {
    const bytes = toUtf8('{"value":"1","iat":7}')
    bytes[10] = 0xff
    expect(decodePlaintext(bytes)).toBeUndefined()
  })
})
