import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countDown, formatTimeLeft } from './count-down.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const MINUTE_MS = 60_000

function start(endsAtMs: number) {
  const shown: (string | null)[] = []
  const announced: number[] = []
  const onEnd = vi.fn()
  const stop = countDown(endsAtMs, {
    now: Date.now,
    show: (time) => shown.push(time),
    announce: (minutes) => announced.push(minutes),
    onEnd,
  })
  return { shown, announced, onEnd, stop }
}

it('is silent until five minutes are left, then shows every second but announces few', () => {
  const { shown, announced, onEnd } = start(60 * MINUTE_MS)
  vi.advanceTimersByTime(55 * MINUTE_MS - 1)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(2_001)
  expect(shown).toEqual(['5:00', '4:59', '4:58'])
  vi.advanceTimersByTime(5 * MINUTE_MS)
  expect(announced).toEqual([5, 2, 1])
  expect(shown.at(-2)).toBe('0:01')
  expect(onEnd).toHaveBeenCalledOnce()
})

it('a session that begins near its end is announced at once', () => {
  expect(start(1.5 * MINUTE_MS)).toMatchObject({ shown: ['1:30'], announced: [2] })
})

it('an end beyond the range of timers does not fire at once', () => {
  const { onEnd } = start(30 * 24 * 60 * MINUTE_MS)
  vi.advanceTimersByTime(25 * 24 * 60 * MINUTE_MS)
  expect(onEnd).not.toHaveBeenCalled()
})

it('stops', () => {
  const { shown, onEnd, stop } = start(MINUTE_MS)
  stop()
  vi.advanceTimersByTime(2 * MINUTE_MS)
  expect(shown).toEqual(['1:00'])
  expect(onEnd).not.toHaveBeenCalled()
})

it('writes minutes and seconds; the second that has begun counts', () => {
  expect([299_999, 61_000, 59_001, 1].map(formatTimeLeft)).toEqual(['5:00', '1:01', '1:00', '0:01'])
})
