const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Older moments are shown as dates. */
const RELATIVE_MAX_SECONDS = 7 * 86_400

/** Made when it is first used, because it takes a slow processor some 20 ms. */
let relative: Intl.RelativeTimeFormat | undefined

/** `3 minutes ago`, `yesterday`, `in 2 hours`; null for a moment that is far enough away to be shown as a date. */
export function relativeTime(at: Date, now: Date): string | null {
  const seconds = (at.getTime() - now.getTime()) / 1_000
  if (Math.abs(seconds) > RELATIVE_MAX_SECONDS) return null
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  if (unit === 'second') return 'just now'
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  return relative.format(Math.round(seconds / length), unit)
}
