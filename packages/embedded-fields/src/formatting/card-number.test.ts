import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatCardNumber } from './card-number.ts'
import { digitsOf } from './digits.ts'

describe('formatCardNumber', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['4242', '4242'],
    ['Card: 4242 4242 4242 4242', '4242 4242 4242 4242'],
    ['4242-4242-4242-4242', '4242 4242 4242 4242'],
    ['４２４２４２４２４２４２４２４２', '4242 4242 4242 4242'],
    ['٤٢٤٢', '4242'],
    ['۴۲۴۲', '4242'],
    ['378282246310005', '3782 822463 10005'],
    ['37828224631000599', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['36000000000000000', '3600 0000 0000 0000 0'],
    ['3530111333300000', '3530 1113 3330 0000'],
    ['6759649826438453123', '6759 6498 2643 8453 123'],
    ['424242424242424242421', '4242 4242 4242 4242 424'],
    ['', ''],
    ['abc', ''],
  ])('writes %j as %j', (text, formatted) => {
    expect(formatCardNumber(text)).toBe(formatted)
  })

  it('keeps the digits of every number of up to 15, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 ]{0,18}$/), (text) => {
        const formatted = formatCardNumber(text)
        expect(formatCardNumber(formatted)).toBe(formatted)
        if (digitsOf(text).length <= 15) expect(digitsOf(formatted)).toBe(digitsOf(text))
        expect(formatted).toBe(formatted.trim())
      }),
    )
  })
})
