import { once } from './once.ts'

const times = once(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }))
const days = once(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }))

/** `Today`, `Yesterday`, otherwise the date: in the time of the browser. */
export function formatDay(at: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return 'Today'
  return at.toDateString() === yesterday.toDateString() ? 'Yesterday' : days().format(at)
}

/** `Today, 14:03`, or `28 Nov 2026, 14:03`. */
export function formatRecent(at: Date, now: Date): string {
  return `${formatDay(at, now)}, ${times().format(at)}`
}
