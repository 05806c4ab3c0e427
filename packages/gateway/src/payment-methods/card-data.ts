import type { CardBrand, ProcessingCode } from '@sluice/types/vocabulary'
import { LIMITS } from '@sluice/types/vocabulary'
import type { Secret } from '@sluice/platform/kernel/secret'

import { findCardBrand, findUnservedBrand } from './card-brand.ts'
import { hasExpired, lastDayOf } from './card-expiry.ts'
import { isCardNumber, maskCardNumber } from './card-number.ts'

/** The plain text of the card fields after decryption. */
export interface CardFields {
  readonly pan: Secret<string>
  /** The CVV; null if none is requested. */
  readonly cvv: Secret<string> | null
  readonly expirationMonth: Secret<string>
  readonly expirationYear: Secret<string>
}

/** A card that passed every rule. Number and CVV exist only inside their secrets. */
export interface Card {
  readonly pan: Secret<string>
  /** The CVV; null for a network token, and for a saved card whose shopper was not asked for it. */
  readonly cvv: Secret<string> | null
  readonly brand: CardBrand
  /** 1–12. */
  readonly expirationMonth: number
  /** Four digits. */
  readonly expirationYear: number
}

/** The part of a card that may be stored and shown. */
export interface CardSummary {
  readonly brand: CardBrand
  readonly masked: string
  /** The last day of the expiry month, YYYY-MM-DD. */
  readonly expiry: string
}

export interface CardRefusal {
  readonly ok: false
  readonly processingCode: ProcessingCode
  readonly property: string
  readonly message: string
}

export type CardValidation =
  | { readonly ok: true; readonly card: Card; readonly summary: CardSummary }
  | CardRefusal

const MONTH = /^([1-9]|1[0-2])$/
const YEAR = /^([0-9]{2}|[0-9]{4})$/
const THREE_DIGITS = /^[0-9]{3}$/
const FOUR_DIGITS = /^[0-9]{4}$/
/** Two-digit years belong to this century. */
const CENTURY = 2000

/**
 * Validates opened card fields in the order number, expiry, CVV, brand.
 *
 * @param nowMs - decides whether the card has expired.
 * @param brands - the brands that the terminal accepts.
 * @param numberField - the member that contained the number.
 */
export function validateCard(
  fields: CardFields,
  brands: ReadonlySet<CardBrand>,
  nowMs: number,
  numberField: 'encrypted_card_number' | 'encrypted_token_number' = 'encrypted_card_number',
): CardValidation {
  const pan = fields.pan.reveal()
  if (!isCardNumber(pan)) return refuse('2002', numberField, 'is not a valid card number')

  const month = fields.expirationMonth.reveal()
  if (!MONTH.test(month))
    return refuse('2002', 'encrypted_expiration_month', 'must be 1 to 12 without a leading zero')
  const year = fields.expirationYear.reveal()
  if (!YEAR.test(year)) return refuse('2002', 'encrypted_expiration_year', 'must have 2 or 4 digits')
  const expirationMonth = Number(month)
  const expirationYear = year.length === 2 ? CENTURY + Number(year) : Number(year)
  if (hasExpired(expirationMonth, expirationYear, nowMs)) {
    return refuse('2001', 'encrypted_expiration_year', 'the card has expired')
  }

  const brand = findCardBrand(pan)
  const wrongCvv = fields.cvv === null ? null : validateCvv(fields.cvv, brand)
  if (wrongCvv) return wrongCvv

  if (brand === null || !brands.has(brand)) {
    const unserved = findUnservedBrand(pan)
    const message =
      unserved === null ? 'the card brand is not supported' : `${unserved} cards are not supported`
    return refuse('2004', numberField, message)
  }
  return {
    ok: true,
    card: { pan: fields.pan, cvv: fields.cvv, brand, expirationMonth, expirationYear },
    summary: { brand, masked: maskCardNumber(pan), expiry: lastDayOf(expirationMonth, expirationYear) },
  }
}

/** Returns null if the CVV has the length that the brand prints. */
export function validateCvv(cvv: Secret<string>, brand: CardBrand | null): CardRefusal | null {
  if ((brand === 'AMEX' ? FOUR_DIGITS : THREE_DIGITS).test(cvv.reveal())) return null
  const digits = brand === 'AMEX' ? LIMITS.CVV_AMEX_DIGITS : LIMITS.CVV_DIGITS
  return refuse('2020', 'encrypted_cvv', `must have ${digits} digits`)
}

function refuse(processingCode: ProcessingCode, field: string, message: string): CardRefusal {
  return { ok: false, processingCode, property: `payment_method.data.${field}`, message }
}
