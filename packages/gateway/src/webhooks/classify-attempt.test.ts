import { LIMITS } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { type Circumstances, classifyAttempt } from './classify-attempt.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 12)
const DAY_MS = 86_400_000
const circumstances: Circumstances = {
  tries: 0,
  failingSinceMs: null,
  nowMs: NOW_MS,
  realNowMs: NOW_MS,
  die: 0.5,
}
const answered = (status: number, retryAfter: string | null = null) => ({ status, retryAfter, excerpt: '' })
const waitSeconds = (status: number, retryAfter: string | null, more: Partial<Circumstances> = {}) =>
  ((classifyAttempt(answered(status, retryAfter), { ...circumstances, ...more }).nextAtMs ?? 0) - NOW_MS) /
  1000

describe('classifyAttempt', () => {
  it.each([200, 201, 202, 204, 299])('treats %i as a success', (status) => {
    expect(classifyAttempt(answered(status), circumstances)).toEqual({
      status: 'DELIVERED',
      nextAtMs: null,
      disable: null,
    })
  })

  it.each([100, 199, 301, 302, 307, 400, 401, 404, 429, 500, 503])('treats %i as a failure', (status) => {
    expect(classifyAttempt(answered(status), circumstances)).toMatchObject({ status: 'DUE', disable: null })
  })

  it('keeps the schedule, a tenth to either side, and parks after the last attempt', () => {
    const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [index, seconds] of delays.entries()) {
      const wait = (die: number) => waitSeconds(500, null, { tries: index, die })
      expect(wait(0.5)).toBeCloseTo(seconds)
      expect(wait(0)).toBeCloseTo(seconds * 0.9)
      expect(wait(0.999_999)).toBeCloseTo(seconds * 1.1, 0)
    }
    expect(classifyAttempt(null, { ...circumstances, tries: 9 })).toEqual({
      status: 'FAILED',
      nextAtMs: null,
      disable: null,
    })
  })

  it('lengthens a wait when the receiver asks for it, up to a day, and never shortens it', () => {
    expect(waitSeconds(429, '120')).toBe(120)
    expect(waitSeconds(503, new Date(NOW_MS + 90_000).toUTCString())).toBe(90)
    expect(waitSeconds(429, '999999999')).toBe(86_400)
    expect(waitSeconds(429, '1')).toBe(5)
    expect(waitSeconds(500, '120')).toBe(5)
    expect(waitSeconds(429, 'soon')).toBe(5)
    expect(waitSeconds(503, new Date(NOW_MS - 90_000).toUTCString())).toBe(5)
  })

  it('reads a date by the machine’s time, independent of the clock of the deadlines', () => {
    const later = { realNowMs: NOW_MS + 30 * DAY_MS }
    expect(waitSeconds(503, new Date(NOW_MS + 30 * DAY_MS + 60_000).toUTCString(), later)).toBe(60)
  })

  it('disables a subscription that is gone at once', () => {
    expect(classifyAttempt(answered(410), circumstances)).toEqual({
      status: 'CANCELED',
      nextAtMs: null,
      disable: 'GONE',
    })
  })

  it('disables one after five days of nothing but failures', () => {
    const failingFor = (ms: number, tries = 0) =>
      classifyAttempt(null, { ...circumstances, tries, failingSinceMs: NOW_MS - ms })
    const limitMs = LIMITS.WEBHOOK_FAILING_DAYS_UNTIL_DISABLED * DAY_MS
    expect(failingFor(limitMs - 1)).toMatchObject({ status: 'DUE', disable: null })
    expect(failingFor(limitMs)).toMatchObject({ status: 'DUE', disable: 'FAILING' })
    expect(failingFor(limitMs, 9)).toMatchObject({ status: 'FAILED', disable: 'FAILING' })
  })
})
