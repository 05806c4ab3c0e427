import { formatCardNumber } from '../../formatting/card-number.ts'
import type { CaretAnchor } from '../../formatting/caret.ts'
import { formatCvv } from '../../formatting/cvv.ts'
import { digitsOf } from '../../formatting/digits.ts'
import { formatExpiry } from '../../formatting/expiry.ts'
import { brandRules } from '../../validation/card-brand.ts'
import type { FieldName, Verdict } from '../../validation/field-errors.ts'
import { judgeCvv } from '../../validation/judge-cvv.ts'
import { judgeExpiry } from '../../validation/judge-expiry.ts'
import { judgeNumber } from '../../validation/judge-number.ts'

/** What a rule may need besides its own field's text. */
export interface FieldContext {
  /** The text of the number field: the brand decides how long a CVV is. */
  readonly number: string
  readonly acceptedBrands: readonly string[] | null
  /** By the gateway's clock. */
  readonly nowMs: number
}

export interface Field {
  /** Id and name of the input; password managers know a field again by it. */
  readonly id: string
  readonly autocomplete: AutoFill
  readonly enterKeyHint: 'next' | 'done'
  readonly caret: CaretAnchor
  readonly format: (text: string, deleting: boolean, context: FieldContext) => string
  readonly judge: (text: string, context: FieldContext) => Verdict
}

/** One row per field. Everything that differs between the fields is here. */
export const FIELDS: Readonly<Record<FieldName, Field>> = {
  number: {
    id: 'cc-number',
    autocomplete: 'cc-number',
    enterKeyHint: 'next',
    caret: 'before',
    format: formatCardNumber,
    judge: (text, { acceptedBrands }) => judgeNumber(digitsOf(text), acceptedBrands),
  },
  expiry: {
    id: 'cc-exp',
    autocomplete: 'cc-exp',
    enterKeyHint: 'next',
    caret: 'after',
    format: formatExpiry,
    judge: (text, { nowMs }) => judgeExpiry(text, nowMs),
  },
  cvv: {
    id: 'cc-csc',
    autocomplete: 'cc-csc',
    enterKeyHint: 'done',
    caret: 'before',
    format: (text, _deleting, { number }) => formatCvv(text, cvvLengths(number).at(-1) ?? 0),
    judge: (text, { number }) => judgeCvv(digitsOf(text), cvvLengths(number)),
  },
}

function cvvLengths(number: string): readonly number[] {
  return brandRules(digitsOf(number)).cvvLengths
}
