import { describe, expect, it } from 'vitest'

import { validateExpiry } from './validate-expiry.ts'

const NOW_MS = Date.UTC(2026, 10, 21)

describe('validateExpiry', () => {
  it.each([
    ['', true, 'expiry_required'],
    ['1', true, 'expiry_incomplete'],
    ['12', true, 'expiry_incomplete'],
    ['12 / 3', true, 'expiry_incomplete'],
    ['12 / 203', true, 'expiry_incomplete'],
    ['2 / 30', true, 'expiry_incomplete'],
    ['00', false, 'expiry_month_invalid'],
    ['13 / 30', false, 'expiry_month_invalid'],
    ['10 / 26', false, 'expiry_past'],
    ['12 / 20', true, 'expiry_past'],
    ['11 / 26', true, null],
    ['12 / 99', true, null],
  ])('validates %j', (text, potentiallyValid, errorCode) => {
    expect(validateExpiry(text, NOW_MS)).toEqual({ valid: errorCode === null, potentiallyValid, errorCode })
  })

  it('accepts a card until its month has ended everywhere', () => {
    const firstOfDecember = Date.UTC(2026, 11, 1)
    expect(validateExpiry('11 / 26', firstOfDecember + 12 * 3_600_000 - 1).valid).toBe(true)
    expect(validateExpiry('11 / 26', firstOfDecember + 12 * 3_600_000).valid).toBe(false)
  })
})
