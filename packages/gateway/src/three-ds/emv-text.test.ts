import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toCardholderName, toEmvText } from './emv-text.ts'

describe('a cardholder name for EMV 3-D Secure', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Åsa Öberg-Ñúñez', 'Asa Oberg-Nunez'],
    ['Amélie Lefèvre', 'Amelie Lefevre'],
    ['Ђорђе Петровић', 'Djordje Petrovic'],
    ['Ștefan  \u00a0 Țepeș', 'Stefan Tepes'],
    ['O’Brien', "O'Brien"],
    ['Ada\u0000\nLovelace', 'Ada Lovelace'],
    ['B', null],
    [' \u200b ', null],
    [`${'a'.repeat(44)} Berg`, 'a'.repeat(44)],
  ])('%j becomes %j', (name, expected) => {
    expect(toCardholderName(name)).toBe(expected)
  })

  it('has 2 to 45 printable ASCII characters, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const written = toCardholderName(name)
        if (written !== null) expect(written).toMatch(/^[\x21-\x7e][\x20-\x7e]{0,43}[\x21-\x7e]$/)
      }),
    )
  })

  it('stays unchanged if it is valid', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z' -]{0,40}[A-Za-z]$/), (name) => {
        fc.pre(!name.includes('  '))
        expect(toCardholderName(name)).toBe(name)
        expect(toEmvText(name, 45)).toBe(name)
      }),
    )
  })
})
