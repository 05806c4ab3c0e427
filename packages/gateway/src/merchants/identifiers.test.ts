import { describe, expect, it } from 'vitest'

import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { isClientKey, makeClientKey, makeTerminalId } from './identifiers.ts'

const random = createSystemRandom(systemClock)

describe('client keys', () => {
  it('contain their environment', () => {
    expect(makeClientKey('test', random)).toMatch(/^ck_test_[0-9a-f]{32}$/)
    expect(makeClientKey('production', random)).toMatch(/^ck_live_[0-9a-f]{32}$/)
  })

  it('are recognized by their form', () => {
    expect(isClientKey(makeClientKey('test', random))).toBe(true)
    const digits = 'a'.repeat(32)
    for (const text of [
      '',
      digits,
      `ck_prod_${digits}`,
      `ck_test_${digits}0`,
      `ck_test_${digits.toUpperCase()}`,
      `ck_test_${digits}\n`,
    ]) {
      expect(isClientKey(text)).toBe(false)
    }
  })
})

describe('makeTerminalId', () => {
  it('makes T and eleven digits, with leading zeros', () => {
    expect(makeTerminalId(random)).toMatch(/^T\d{11}$/)
    expect(makeTerminalId({ ...random, bytes: (length) => new Uint8Array(length).fill(0, 1) })).toBe(
      'T00000000000',
    )
  })
})
