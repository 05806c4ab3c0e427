import type { CardBrand, ProcessingCode } from '@sluice/types/vocabulary'
import { LIMITS } from '@sluice/types/vocabulary'

import type { Secret } from '../kernel/secret.ts'
import { findCardBrand } from './card-brand.ts'
import { isCardNumber, maskCardNumber } from './card-number.ts'

/** The plain text of the card fields, fresh from their envelopes. */
export interface CardFields {
  readonly pan: Secret<string>
  readonly cvv: Secret<string>
  readonly expirationMonth: Secret<string>
  readonly expirationYear: Secret<string>
}

/** A card that passed every rule. The number and the CVV live only inside their secrets. */
export interface Card {
  readonly pan: Secret<string>
  readonly cvv: Secret<string>
  readonly brand: CardBrand
  /** 1–12. */
  readonly expirationMonth: number
  /** Four digits. */
  readonly expirationYear: number
}

/** What of a card may be stored and shown. */
export interface CardSummary {
  readonly brand: CardBrand
  readonly masked: string
  /** Last day of the expiry month, YYYY-MM-DD. */
  readonly expiry: string
}

export type CardJudgement =
  | { readonly ok: true; readonly card: Card; readonly summary: CardSummary }
  | {
      readonly ok: false
      readonly processingCode: ProcessingCode
      readonly property: string
      readonly message: string
    }

const MONTH = /^([1-9]|1[0-2])$/
const YEAR = /^([0-9]{2}|[0-9]{4})$/
const THREE_DIGITS = /^[0-9]{3}$/
const FOUR_DIGITS = /^[0-9]{4}$/
/** Two-digit years belong to this century. */
const CENTURY = 2000
/** A card counts as valid while its last day lasts anywhere on Earth: the last place to leave a day is UTC−12. */
const LAST_TIME_ZONE_MS = 12 * 3_600_000

/**
 * Judges opened card fields in the order number, expiry, CVV, brand.
 *
 * @param nowMs - decides whether the card has expired.
 * @param brands - those the terminal takes.
 */
export function judgeCard(fields: CardFields, brands: ReadonlySet<CardBrand>, nowMs: number): CardJudgement {
  const pan = fields.pan.reveal()
  if (!isCardNumber(pan)) return refuse('2002', 'encrypted_card_number', 'is not a valid card number')

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
  const cvv = fields.cvv.reveal()
  if (!(brand === 'AMEX' ? FOUR_DIGITS : THREE_DIGITS).test(cvv)) {
    const digits = brand === 'AMEX' ? LIMITS.CVV_AMEX_DIGITS : LIMITS.CVV_DIGITS
    return refuse('2020', 'encrypted_cvv', `must have ${digits} digits`)
  }

  if (brand === null || !brands.has(brand)) {
    return refuse('2004', 'encrypted_card_number', 'the card brand is not supported')
  }
  return {
    ok: true,
    card: { pan: fields.pan, cvv: fields.cvv, brand, expirationMonth, expirationYear },
    summary: { brand, masked: maskCardNumber(pan), expiry: lastDayOf(expirationMonth, expirationYear) },
  }
}

function refuse(processingCode: ProcessingCode, field: string, message: string): CardJudgement {
  return { ok: false, processingCode, property: `payment_method.data.${field}`, message }
}

function hasExpired(month: number, year: number, nowMs: number): boolean {
  return Date.UTC(year, month, 1) + LAST_TIME_ZONE_MS <= nowMs
}

function lastDayOf(month: number, year: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
