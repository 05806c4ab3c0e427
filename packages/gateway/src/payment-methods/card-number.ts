import { LIMITS } from '@sluice/types/vocabulary'

const DIGITS = /^[0-9]+$/
const BIN_DIGITS = 6
const LAST_DIGITS = 4

/** Reports whether the text has 12 to 19 digits with a valid Luhn sum (ISO/IEC 7812-1 annex B). */
export function isCardNumber(pan: string): boolean {
  if (pan.length < LIMITS.PAN_MIN_DIGITS || pan.length > LIMITS.PAN_MAX_DIGITS || !DIGITS.test(pan))
    return false
  let sum = 0
  for (let i = 0; i < pan.length; i++) {
    const digit = pan.charCodeAt(pan.length - 1 - i) - 48
    const doubled = digit * 2
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Masks a card number for display and storage: the first six digits, stars, and the last four. */
export function maskCardNumber(pan: string): string {
  return (
    pan.slice(0, BIN_DIGITS) +
    '*'.repeat(Math.max(0, pan.length - BIN_DIGITS - LAST_DIGITS)) +
    pan.slice(-LAST_DIGITS)
  )
}
