import { expect, it } from 'vitest'

import { toTimestamp } from './clock.ts'

it('an instant is RFC 3339 in UTC, with milliseconds', () => {
  expect(toTimestamp(1_790_000_000_007)).toBe('2026-09-21T14:13:20.007Z')
})
