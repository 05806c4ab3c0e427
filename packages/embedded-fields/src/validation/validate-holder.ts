import { countDigits, mayHoldCardNumber, toEmailAddress } from '@sluice/types/vocabulary'
import { unfinished, VALID, wrong, type Verdict } from './field-errors.ts'

/** Some names end in one or two digits: "Jean-Luc 3". More digits may be the beginning of a card number. */
const DIGITS_OF_NAMES = 2

/** @param text - As typed; spaces around it do not count. */
export function validateHolderName(text: string, isRequired: boolean): Verdict {
  if (text.trim() === '') return isRequired ? unfinished('holder_name_required') : VALID
  return mayHoldCardNumber(text) ? wrong('holder_name_invalid') : VALID
}

/** Returns whether a text that is still being typed may become a card number. @decision 0045 */
export function mayBecomeNumber(text: string): boolean {
  return countDigits(text) > DIGITS_OF_NAMES
}

/** @param text - As typed; spaces around it do not count. */
export function validateHolderEmail(text: string, isRequired: boolean): Verdict {
  if (text.trim() === '') return isRequired ? unfinished('holder_email_required') : VALID
  // A card number has no @, and many addresses begin with a mobile number of eleven digits or more.
  return toEmailAddress(text) === null ? unfinished('holder_email_invalid') : VALID
}
