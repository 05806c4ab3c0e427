import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import { dateText, secondText } from './date-text.ts'

/** Between a currency and its figure: a line never ends there. */
const NO_BREAK = '\u00A0'

/** `EUR 12.50`: the currency's own letters leave no doubt, and the digits are exact. */
export function formatAmount(amountMinor: number, currency: string): string {
  if (!isCurrency(currency)) return `${currency}${NO_BREAK}${amountMinor}`
  const [whole = '', decimals] = fromMinorUnits(Math.abs(amountMinor), currency).split('.')
  // A slow processor needs some 50 ms to make an `Intl.NumberFormat`, before anything is shown.
  // At most five commas: a safe integer has 16 digits, and a bounded pattern takes linear time.
  const grouped = whole.replace(/\B(?=(?:\d{3}){1,5}$)/g, ',')
  return `${currency}${NO_BREAK}${amountMinor < 0 ? '−' : ''}${grouped}${decimals === undefined ? '' : `.${decimals}`}`
}

/** Keeps the amounts in a text of the gateway in one line: `Refund approved: EUR 12.50`. */
export function keepAmounts(text: string): string {
  return text.replaceAll(/\b([A-Z]{3}) (?=[0-9])/g, `$1${NO_BREAK}`)
}

/** `28 Nov 2026, 14:03:27`, in the time of the browser. */
export function formatMoment(at: Date | string): string {
  const moment = new Date(at)
  return `${dateText(moment)}, ${secondText(moment)}`
}

/** Returns the time of day, in the time of the browser. */
export function formatClock(at: string): string {
  return secondText(new Date(at))
}

/** `28 Nov 2026`, of a day such as `2026-11-28`. */
export function formatDate(day: string): string {
  return day === '' ? '' : dateText(new Date(`${day}T12:00:00`))
}

/** `card` → `Card`, `gwallet-pay` → `Gwallet pay`: for words of the contract that the catalogue does not have. */
export function formatWord(word: string): string {
  return capitalize(word.replaceAll(/[-_]/g, ' ').toLowerCase())
}

/** `purchase approved` → `Purchase approved`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
