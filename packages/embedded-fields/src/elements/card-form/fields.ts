import { formatCardNumber } from '../../formatting/card-number.ts'
import type { CaretAnchor } from '../../formatting/caret.ts'
import { formatCvv } from '../../formatting/cvv.ts'
import { digitsOf } from '../../formatting/digits.ts'
import { formatExpiry } from '../../formatting/expiry.ts'
import { wrong, type FieldName, type Verdict } from '../../validation/field-errors.ts'
import { validateCvv } from '../../validation/validate-cvv.ts'
import { validateExpiry } from '../../validation/validate-expiry.ts'
import { validateHolderEmail, validateHolderName } from '../../validation/validate-holder.ts'
import { validateNumber } from '../../validation/validate-number.ts'

/** The inputs of a rule besides the text of its own field. */
export interface FieldContext {
  /** The possible numbers of digits of the CVV, ascending: by the card number, or by the brand of a saved card. */
  readonly cvvLengths: readonly number[]
  readonly acceptedBrands: readonly string[] | null
  /** The current time by the gateway's clock. */
  readonly nowMs: number
  readonly isRequired: boolean
  /** The error of an unusable saved card, independent of input. */
  readonly isExpired: boolean
}

export interface Field {
  /** The id, the name and the `autocomplete` of the input, by which password managers recognize it. */
  readonly id: string
  readonly inputMode: 'numeric' | 'text' | 'email'
  /** Digits are written from left to right in every language. */
  readonly direction: 'ltr' | 'auto'
  /** The formatter; null if the typed text stays unchanged. */
  readonly format: ((text: string, deleting: boolean, context: FieldContext) => string) | null
  readonly caret: CaretAnchor
  readonly validate: (text: string, context: FieldContext) => Verdict
}

const DIGITS = { inputMode: 'numeric', direction: 'ltr', caret: 'before' } as const
const WORDS = { direction: 'auto', caret: 'before', format: null } as const

/**
 * The fields, one row each. Everything that differs between the fields is here, and their texts are in
 * `@sluice/texts`.
 */
export const FIELDS: Readonly<Record<FieldName, Field>> = {
  number: {
    ...DIGITS,
    id: 'cc-number',
    format: formatCardNumber,
    validate: (text, { acceptedBrands }) => validateNumber(digitsOf(text), acceptedBrands),
  },
  expiry: {
    ...DIGITS,
    id: 'cc-exp',
    caret: 'after',
    format: formatExpiry,
    validate: (text, { nowMs }) => validateExpiry(text, nowMs),
  },
  cvv: {
    ...DIGITS,
    id: 'cc-csc',
    format: (text, _deleting, { cvvLengths }) => formatCvv(text, cvvLengths.at(-1) ?? 0),
    validate: (text, { cvvLengths, isExpired }) =>
      isExpired ? wrong('expiry_past') : validateCvv(digitsOf(text), cvvLengths),
  },
  holderName: {
    ...WORDS,
    id: 'cc-name',
    inputMode: 'text',
    validate: (text, { isRequired }) => validateHolderName(text, isRequired),
  },
  holderEmail: {
    ...WORDS,
    id: 'email',
    inputMode: 'email',
    validate: (text, { isRequired }) => validateHolderEmail(text, isRequired),
  },
}
