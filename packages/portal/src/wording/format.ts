import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import { once } from './once.ts'

/** Between a currency and its figure: a line never ends there. */
const NO_BREAK = '\u00A0'

/** `EUR 12.50`: the currency's own letters leave no doubt, and the digits are exact. */
export function formatAmount(amountMinor: number, currency: string): string {
  if (!isCurrency(currency)) return `${currency}${NO_BREAK}${amountMinor}`
  const [whole = '', decimals] = fromMinorUnits(Math.abs(amountMinor), currency).split('.')
  // A slow processor needs some 50 ms to make an `Intl.NumberFormat`, before anything is shown.
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${currency}${NO_BREAK}${amountMinor < 0 ? '−' : ''}${grouped}${decimals === undefined ? '' : `.${decimals}`}`
}

/** Keeps the amounts in a text of the gateway in one line: `Refund approved: EUR 12.50`. */
export function keepAmounts(text: string): string {
  return text.replaceAll(/\b([A-Z]{3}) (?=[0-9])/g, `$1${NO_BREAK}`)
}

const moments = once(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }))

/** In the time of the browser. */
export function formatMoment(at: Date | string): string {
  return moments().format(new Date(at))
}

const clock = once(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }))

/** Returns the time of day, in the time of the browser. */
export function formatClock(at: string): string {
  return clock().format(new Date(at))
}

const dates = once(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }))

/** `28 Nov 2026`, of a day such as `2026-11-28`. */
export function formatDate(day: string): string {
  return day === '' ? '' : dates().format(new Date(`${day}T00:00:00Z`))
}

/** `card` → `Card`, `gwallet-pay` → `Gwallet pay`: for words of the contract that the catalogue does not have. */
export function sayWord(word: string): string {
  return capitalize(word.replaceAll(/[-_]/g, ' ').toLowerCase())
}

/** `purchase approved` → `Purchase approved`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
