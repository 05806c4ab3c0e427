import { formatCardNumber } from '../../formatting/card-number.ts'
import type { CaretAnchor } from '../../formatting/caret.ts'
import { formatCvv } from '../../formatting/cvv.ts'
import { digitsOf } from '../../formatting/digits.ts'
import { formatExpiry } from '../../formatting/expiry.ts'
import { wrong, type FieldName, type Verdict } from '../../validation/field-errors.ts'
import { judgeCvv } from '../../validation/judge-cvv.ts'
import { judgeExpiry } from '../../validation/judge-expiry.ts'
import { judgeHolderEmail, judgeHolderName } from '../../validation/judge-holder.ts'
import { judgeNumber } from '../../validation/judge-number.ts'

/** What a rule may need besides its own field's text. */
export interface FieldContext {
  /** How many digits the CVV of the card may have, ascending: the number decides, or the brand of a saved card. */
  readonly cvvLengths: readonly number[]
  readonly acceptedBrands: readonly string[] | null
  /** By the gateway's clock. */
  readonly nowMs: number
  readonly isRequired: boolean
  /** Of a saved card: it cannot be paid with, with any input. */
  readonly isExpired: boolean
}

export interface Field {
  /** Id and name of the input; password managers know a field again by it. */
  readonly id: string
  readonly autocomplete: string
  readonly inputMode: 'numeric' | 'text' | 'email'
  /** Digits are written from left to right in every language. */
  readonly direction: 'ltr' | 'auto'
  /** Null for text that is left as it was typed. */
  readonly format: ((text: string, deleting: boolean, context: FieldContext) => string) | null
  readonly caret: CaretAnchor
  readonly judge: (text: string, context: FieldContext) => Verdict
}

const DIGITS = { inputMode: 'numeric', direction: 'ltr', caret: 'before' } as const
const WORDS = { direction: 'auto', caret: 'before', format: null } as const

/** One row per field. Everything that differs between the fields is here, and their texts in `@sluice/texts`. */
export const FIELDS: Readonly<Record<FieldName, Field>> = {
  number: {
    ...DIGITS,
    id: 'cc-number',
    autocomplete: 'cc-number',
    format: formatCardNumber,
    judge: (text, { acceptedBrands }) => judgeNumber(digitsOf(text), acceptedBrands),
  },
  expiry: {
    ...DIGITS,
    id: 'cc-exp',
    autocomplete: 'cc-exp',
    caret: 'after',
    format: formatExpiry,
    judge: (text, { nowMs }) => judgeExpiry(text, nowMs),
  },
  cvv: {
    ...DIGITS,
    id: 'cc-csc',
    autocomplete: 'cc-csc',
    format: (text, _deleting, { cvvLengths }) => formatCvv(text, cvvLengths.at(-1) ?? 0),
    judge: (text, { cvvLengths, isExpired }) =>
      isExpired ? wrong('expiry_past') : judgeCvv(digitsOf(text), cvvLengths),
  },
  holderName: {
    ...WORDS,
    id: 'cc-name',
    autocomplete: 'cc-name',
    inputMode: 'text',
    judge: (text, { isRequired }) => judgeHolderName(text, isRequired),
  },
  holderEmail: {
    ...WORDS,
    id: 'email',
    autocomplete: 'email',
    inputMode: 'email',
    judge: (text, { isRequired }) => judgeHolderEmail(text, isRequired),
  },
}
