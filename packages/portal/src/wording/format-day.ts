import { dateText, timeText } from './date-text.ts'

/** `Today`, `Yesterday`, otherwise the date: in the time of the browser. */
export function formatDay(at: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return 'Today'
  return at.toDateString() === yesterday.toDateString() ? 'Yesterday' : dateText(at)
}

/** `Today, 14:03`, or `28 Nov 2026, 14:03`. */
export function formatRecent(at: Date, now: Date): string {
  return `${formatDay(at, now)}, ${timeText(at)}`
}
