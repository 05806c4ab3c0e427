import { describe, expect, it } from 'vitest'

import { firstNoticeAt, nextNoticeAt } from './evidence-notices.ts'

const HOUR_MS = 3_600_000
const DUE_MS = 1_000 * HOUR_MS

const hoursBefore = (atMs: number | null) => (atMs === null ? null : (DUE_MS - atMs) / HOUR_MS)

describe('reminders to submit evidence', () => {
  it.each([
    [100, 72],
    [73, 72],
    [72, 24],
    [25, 24],
    [24, 24],
    [1, 1],
    [0, null],
    [-1, null],
  ])(
    'the first reminder of a dispute that is stored %i h before the deadline comes %s h before it',
    (stored, first) => {
      expect(hoursBefore(firstNoticeAt(DUE_MS, DUE_MS - stored * HOUR_MS))).toBe(first)
    },
  )

  it.each([
    [72, 24],
    [30, 24],
    [24, null],
    [0, null],
  ])('after the reminder %i h before, the next is %s h before', (at, next) => {
    expect(hoursBefore(nextNoticeAt(DUE_MS, DUE_MS - at * HOUR_MS))).toBe(next)
  })
})
