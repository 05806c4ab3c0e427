import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { approvalCodeFrom, referenceNumberFor, systanFrom } from './trace-numbers.ts'

describe('simulators: trace numbers', () => {
  it('count the hours of the year', () => {
    expect(referenceNumberFor(Date.UTC(2026, 0, 1, 0, 59), 123456)).toBe('600100123456')
    expect(referenceNumberFor(Date.UTC(2028, 11, 31, 23, 59), 100000)).toBe('836623100000')
  })

  it('always have their digits', () => {
    const bytes = fc.uint8Array({ minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(
        bytes,
        fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        (random, now) => {
          const systan = systanFrom(random)
          expect(String(systan)).toMatch(/^[1-9][0-9]{5}$/)
          expect(approvalCodeFrom(random)).toMatch(/^[A-Z0-9]{6}$/)
          expect(referenceNumberFor(now.getTime(), systan)).toMatch(/^[0-9]{12}$/)
        },
      ),
    )
  })
})
