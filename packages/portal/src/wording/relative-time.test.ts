import { expect, it } from 'vitest'

import { relativeTime } from './relative-time.ts'

const NOW = new Date('2026-11-30T12:00:00Z')

it.each([
  ['2026-11-30T11:59:30Z', 'just now'],
  ['2026-11-30T11:57:00Z', '3 minutes ago'],
  ['2026-11-30T14:00:00Z', 'in 2 hours'],
  ['2026-11-29T12:00:00Z', 'yesterday'],
  ['2026-11-25T12:00:00Z', '5 days ago'],
  ['2026-11-01T12:00:00Z', null],
])('formats %s as %s', (at, said) => {
  expect(relativeTime(new Date(at), NOW)).toBe(said)
})
