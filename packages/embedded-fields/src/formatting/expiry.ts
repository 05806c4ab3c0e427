import { toAsciiDigits } from '@sluice/shared/ascii-digits'

const EXPIRY_SEPARATOR = ' / '

export interface ExpiryParts {
  /** The month, 0–2 digits. */
  readonly month: string
  /** The year, 0–2 digits; 3 while a year is being typed in full. */
  readonly year: string
}

/**
 * Formats an expiry date as `MM / YY`. It accepts `1230`, `122030`, `12/2030`, `2030-12`, `1/30` and their
 * incomplete forms.
 *
 * @param deleting - The text was shortened by the person: nothing is added back, or Backspace would get stuck.
 */
export function formatExpiry(text: string, deleting = false): string {
  const ascii = toAsciiDigits(text)
  const groups = ascii.match(/\d+/g) ?? []
  const separated = /\d\D/.test(ascii)
  const { month, year, monthIsComplete } = split(groups, separated, deleting)
  const shortYear = shorten(year)
  if (shortYear !== '') return month + EXPIRY_SEPARATOR + shortYear
  return monthIsComplete && separated && !deleting ? month + EXPIRY_SEPARATOR : month
}

/** Splits `MM / YY` into its parts. */
export function parseExpiry(formatted: string): ExpiryParts {
  const [month = '', year = ''] = formatted.match(/\d+/g) ?? []
  return { month, year }
}

interface Split extends ExpiryParts {
  readonly monthIsComplete: boolean
}

function split(groups: readonly string[], separated: boolean, deleting: boolean): Split {
  const [first = '', second = ''] = groups
  if (separated && first.length === 4 && (second.length === 1 || second.length === 2)) {
    return { month: pad(second), year: first, monthIsComplete: true }
  }
  if (separated && first.length <= 2) {
    const month = deleting ? first : pad(first)
    return { month, year: second, monthIsComplete: month.length === 2 }
  }
  return splitDigits(groups.join(''), deleting)
}

/** Without a separator, or with a misplaced one, the digits alone show where the month ends. */
function splitDigits(digits: string, deleting: boolean): Split {
  const yearFirst = /^(20\d\d)(0[1-9]|1[0-2])$/.exec(digits)
  if (yearFirst) return { month: yearFirst[2] ?? '', year: yearFirst[1] ?? '', monthIsComplete: true }
  if (deleting && digits.length < 2) return { month: digits, year: '', monthIsComplete: false }
  // No month begins with 2–9, and none is 13–19, so the first digit is the whole month.
  const monthDigits = /^[2-9]|^1[3-9]/.test(digits) ? 1 : 2
  const month = monthDigits === 1 ? pad(digits.slice(0, 1)) : digits.slice(0, 2)
  return { month, year: digits.slice(monthDigits), monthIsComplete: month.length === 2 }
}

function pad(month: string): string {
  return /^[1-9]$/.test(month) ? `0${month}` : month
}

/** `2030` → `30`. A year that starts with 20 may grow to four digits; any other has two. */
function shorten(year: string): string {
  if (!year.startsWith('20')) return year.slice(0, 2)
  return year.length >= 4 ? year.slice(2, 4) : year
}
