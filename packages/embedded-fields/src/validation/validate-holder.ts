import { toEmailAddress } from '@sluice/types/vocabulary'
import { unfinished, VALID, wrong, type Verdict } from './field-errors.ts'

/**
 * No name has as many digits as the shortest card number: such a text is a card number in the wrong field. What is typed
 * here is told to the merchant's page, and that must never be.
 */
const MAX_DIGITS = 11

/** Names end in a digit at times, or in two: "Jean-Luc 3". More may be the beginning of a card number. */
const DIGITS_OF_NAMES = 2

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
  if (text.trim() === '') return isRequired ? unfinished('holder_email_required') : VALID
  // A card number has no @; many addresses are a mobile number of eleven digits or more at a provider's domain.
  return toEmailAddress(text) === null ? unfinished('holder_email_invalid') : VALID
}

function countDigits(text: string): number {
  return text.replace(/\P{Nd}/gu, '').length
}
