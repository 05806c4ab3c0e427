import { describe, expect, it } from 'vitest'

import { validateCvv } from './validate-cvv.ts'

describe('validateCvv', () => {
  it.each([
    ['', [3], true, 'cvv_required'],
    ['12', [3], true, 'cvv_incomplete'],
    ['123', [3], true, null],
    ['1234', [3], false, 'cvv_incomplete'],
    ['123', [4], true, 'cvv_incomplete'],
    ['1234', [4], true, null],
    ['123', [3, 4], true, null],
  ])('validates %j against %j', (digits, lengths, potentiallyValid, errorCode) => {
    expect(validateCvv(digits, lengths)).toEqual({ valid: errorCode === null, potentiallyValid, errorCode })
  })
})
