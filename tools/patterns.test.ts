import { describe, expect, it } from 'vitest'

import { findPatterns, judgePattern } from './patterns.ts'

const pattern = (source: string) => ({ place: 'a.ts:1', source, flags: '' })

describe('findPatterns', () => {
  it('finds literals and constructions of constants, with their lines', () => {
    expect(findPatterns('a.ts', "const a = /x\\/y/gi\nconst b = new RegExp('z+', 'u')")).toEqual([
      { place: 'a.ts:1', source: 'x\\/y', flags: 'gi' },
      { place: 'a.ts:2', source: 'z+', flags: 'u' },
    ])
  })

  it('refuses an expression that is put together', () => {
    expect(() => findPatterns('a.ts', 'new RegExp(`^${text}$`)')).toThrow('a.ts:1')
  })
})

describe('judgePattern', () => {
  it.each(['\\s*;\\s*$', '(a+)+$', '^[^@]+@[^@]+\\.[^@]+$'])('finds that %s backs up', async (source) => {
    expect(await judgePattern(pattern(source))).toMatch(/^a\.ts:1: .* is vulnerable/)
  })

  it('passes an expression that takes linear time', async () => {
    expect(await judgePattern(pattern('^[a-z]+;[0-9]+$'))).toBeNull()
  })
})
