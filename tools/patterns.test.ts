import { describe, expect, it } from 'vitest'

import { findPatterns, checkPattern, listParts } from './patterns.ts'

const pattern = (source: string, flags = '') => ({
  place: 'a.ts:1',
  source,
  flags,
  isRepeated: flags !== '',
})

describe('findPatterns', () => {
  it('finds literals and constructions of constants, with their lines', () => {
    expect(findPatterns('a.ts', "const a = /x\\/y/gi\nconst b = new RegExp('z+', 'u')")).toEqual([
      { place: 'a.ts:1', source: 'x\\/y', flags: 'gi', isRepeated: true },
      { place: 'a.ts:2', source: 'z+', flags: 'u', isRepeated: false },
    ])
  })

  it('finds the separators of a text', () => {
    const found = findPatterns('a.ts', 'const a = /x/\nconst b = /y/\ntext.split(a)\ntext.split(/z/)')
    expect(found.map(({ source, isRepeated }) => [source, isRepeated])).toEqual([
      ['x', true],
      ['y', false],
      ['z', true],
    ])
  })

  it('refuses an expression that is concatenated', () => {
    expect(() => findPatterns('a.ts', 'new RegExp(`^${text}$`)')).toThrow('a.ts:1')
  })
})

describe('checkPattern', () => {
  it.each(['\\s*;\\s*$', '(a+)+$', '^[^@]+@[^@]+\\.[^@]+$'])('finds that %s backs up', async (source) => {
    expect(await checkPattern(pattern(source))).toMatch(/^a\.ts:1: .* is vulnerable/)
  })

  it('passes an expression that takes linear time', async () => {
    expect(await checkPattern(pattern('^[a-z]+;[0-9]+$'))).toBeNull()
  })
})

describe('a loop over matches', () => {
  it.each([
    // Every quote scans to the end, fails, and another alternative matches the quote.
    ['[ \\t\\r\\n]+|"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[-+.0-9a-zA-Z]+|[^\\s]', 'gs'],
    ['(?:\\w+:)?\\w', 'g'],
    ['a(?![^b]*b)', 'g'],
    ['(?:<[^>]*>|.)', 'y'],
  ])('is found where /%s/%s is tried from every place', async (source, flags) => {
    expect(await checkPattern(pattern(source))).toBeNull()
    expect(await checkPattern(pattern(source, flags))).toMatch(/is vulnerable in a loop/)
  })

  it.each([
    ['[ \\t\\r\\n]+|"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?|[-+.0-9a-zA-Z]+|[^\\s]', 'gs'],
    ['-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?', 'y'],
    ['[<>]|\\bon[a-z]+\\s*=', 'gi'],
  ])('passes /%s/%s, which scans no position twice', async (source, flags) => {
    expect(await checkPattern(pattern(source, flags))).toBeNull()
  })

  it('is measured by the parts that may fail without the whole', () => {
    expect(listParts(pattern('a+|b(?:c+d)?|e', 'g'))).toEqual([
      'a+|b(?:c+d)?|e',
      'a+',
      'b(?:c+d)?',
      '(?:c+d)',
    ])
  })
})
