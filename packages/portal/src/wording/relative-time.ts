import { once } from './once.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Older moments are shown as dates. */
const RELATIVE_MAX_SECONDS = 7 * 86_400

const relative = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))

/** `3 minutes ago`, `yesterday`, `in 2 hours`; null for a moment that is far enough away to be shown as a date. */
export function relativeTime(at: Date, now: Date): string | null {
  const seconds = (at.getTime() - now.getTime()) / 1_000
  if (Math.abs(seconds) > RELATIVE_MAX_SECONDS) return null
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return unit === 'second' ? 'just now' : relative().format(Math.round(seconds / length), unit)
}
