import type { CardBrand } from '@sluice/types/vocabulary'
import { brandRules } from './card-brand.ts'
import { unfinished, VALID, wrong, type Verdict } from './field-errors.ts'

/**
 * Validates a card number.
 *
 * @param digits - Only digits.
 * @param acceptedBrands - What the session can be paid with; null for any.
 */
export function validateNumber(digits: string, acceptedBrands: readonly string[] | null): Verdict {
  if (digits === '') return unfinished('number_required')
  const { brand, lengths } = brandRules(digits)
  const longest = lengths.at(-1)
  if (!longest || !isAccepted(brand, acceptedBrands)) return wrong('brand_not_accepted')
  if (lengths.includes(digits.length)) {
    if (passesLuhn(digits)) return VALID
    return digits.length === longest ? wrong('number_invalid') : unfinished('number_invalid')
  }
  return digits.length > longest ? wrong('number_invalid') : unfinished('number_incomplete')
}

function isAccepted(brand: CardBrand | null, acceptedBrands: readonly string[] | null): boolean {
  return brand === null || acceptedBrands === null || acceptedBrands.includes(brand)
}

/** ISO/IEC 7812-1 annex B: from the right, every second digit is doubled and its digits are added. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
