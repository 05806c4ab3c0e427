import { expect, it } from 'vitest'

import { formatDay, formatRecent } from './format-day.ts'

const NOW = new Date(2026, 10, 28, 14, 3)

it.each([
  [60, 'Today', 'Today, 13:03'],
  [15 * 60, 'Yesterday', 'Yesterday, 23:03'],
  [5 * 24 * 60, '23 Nov 2026', '23 Nov 2026, 14:03'],
])('names the day of what happened %d minutes ago %s', (minutes, day, recent) => {
  const at = new Date(NOW.getTime() - minutes * 60_000)
  expect(formatDay(at, NOW)).toBe(day)
  expect(formatRecent(at, NOW)).toBe(recent)
})
