import fc from 'fast-check'
import { expect, it } from 'vitest'

import { readRetryAfter } from './retry-after.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 12)

it('reads seconds, and dates as HTTP writes them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (seconds) => {
      expect(readRetryAfter(String(seconds), NOW_MS)).toBe(seconds * 1000)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 100_000_000 }), (seconds) => {
      const date = new Date(NOW_MS + seconds * 1000).toUTCString()
      expect(readRetryAfter(date, NOW_MS)).toBe(Math.max(0, seconds * 1000))
    }),
  )
})

it.each([null, '', '-1', '1.5', '1e3', '9999999999', 'soon', '2026-01-15', 'Thu, 99 Foo 2026 00:00:00 GMT'])(
  'ignores %j',
  (text) => {
    expect(readRetryAfter(text, NOW_MS)).toBeNull()
  },
)

it('never returns anything but a time to wait', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const waitMs = readRetryAfter(text, NOW_MS)
      expect(waitMs === null || waitMs >= 0).toBe(true)
    }),
  )
})
