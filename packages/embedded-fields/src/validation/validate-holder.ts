import { unfinished, VALID, wrong, type Verdict } from './field-errors.ts'

/**
 * No name has as many digits as the shortest card number: such a text is a card number in the wrong field. What is typed
 * here is told to the merchant's page, and that must never be.
 */
const MAX_DIGITS = 11

/** Names end in a digit at times, or in two: "Jean-Luc 3". More may be the beginning of a card number. */
const DIGITS_OF_NAMES = 2

/** As the gateway reads an address: nothing before the dot of a domain may be missing. */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** @param text - As typed; spaces around it do not count. */
export function validateHolderName(text: string, isRequired: boolean): Verdict {
  if (text.trim() === '') return isRequired ? unfinished('holder_name_required') : VALID
  return countDigits(text) > MAX_DIGITS ? wrong('holder_name_invalid') : VALID
}

/** Whether a text that is still being typed may become a card number. @decision 0343 */
export function mayBecomeNumber(text: string): boolean {
  return countDigits(text) > DIGITS_OF_NAMES
}

/** @param text - As typed; spaces around it do not count. */
export function validateHolderEmail(text: string, isRequired: boolean): Verdict {
  const address = text.trim()
  if (address === '') return isRequired ? unfinished('holder_email_required') : VALID
  const isRight = EMAIL.test(address) && countDigits(address) <= MAX_DIGITS
  return isRight ? VALID : unfinished('holder_email_invalid')
}

function countDigits(text: string): number {
  return text.replace(/\P{Nd}/gu, '').length
}
