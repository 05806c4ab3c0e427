import { unfinished, VALID, wrong, type Verdict } from './field-errors.ts'

/**
 * Validates a security code.
 *
 * @param digits - Only digits.
 * @param lengths - How many digits it may have, by the brand; ascending.
 */
export function validateCvv(digits: string, lengths: readonly number[]): Verdict {
  if (digits === '') return unfinished('cvv_required')
  if (lengths.includes(digits.length)) return VALID
  return digits.length > (lengths.at(-1) ?? 0) ? wrong('cvv_incomplete') : unfinished('cvv_incomplete')
}
