import { digitsOf } from '../../formatting/digits.ts'

/** The members that a method may ask for, by their names in its `data`. */
export const METHOD_FIELD_NAMES = ['first_name', 'last_name', 'email', 'blik_code'] as const

export type MethodFieldName = (typeof METHOD_FIELD_NAMES)[number]

export const METHOD_ERROR_CODES = [
  'email_required',
  'email_invalid',
  'first_name_required',
  'last_name_required',
  'blik_code_invalid',
  'blik_code_refused',
] as const

export type MethodErrorCode = (typeof METHOD_ERROR_CODES)[number]

/** A member of `data`, or the error of its field's text. An empty value is omitted from `data`. */
export type ReadText =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'error'; readonly code: MethodErrorCode }

export interface MethodField {
  readonly type: 'text' | 'email'
  readonly inputMode: 'text' | 'email' | 'numeric'
  readonly autocomplete: AutoFill
  readonly isRequired: boolean
  readonly validate: (text: string) => ReadText
}

/** The fields, one row each. Everything that differs between them is here. */
export const METHOD_FIELDS: Readonly<Record<MethodFieldName, MethodField>> = {
  first_name: {
    type: 'text',
    inputMode: 'text',
    autocomplete: 'given-name',
    isRequired: true,
    validate: (text) => requireText(text, 'first_name_required'),
  },
  last_name: {
    type: 'text',
    inputMode: 'text',
    autocomplete: 'family-name',
    isRequired: true,
    validate: (text) => requireText(text, 'last_name_required'),
  },
  email: {
    type: 'email',
    inputMode: 'email',
    autocomplete: 'email',
    isRequired: true,
    validate: validateEmail,
  },
  blik_code: {
    type: 'text',
    inputMode: 'numeric',
    autocomplete: 'one-time-code',
    isRequired: false,
    validate: validateBlikCode,
  },
}

const BLIK_CODE_DIGITS = 6

function requireText(text: string, code: MethodErrorCode): ReadText {
  const value = text.trim()
  return value === '' ? { kind: 'error', code } : { kind: 'value', value }
}

/** Detects only what is certainly not an address; the gateway validates the rest. */
function validateEmail(text: string): ReadText {
  const judged = requireText(text, 'email_required')
  if (judged.kind === 'error' || /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(judged.value)) return judged
  return { kind: 'error', code: 'email_invalid' }
}

/** Apps show the code in two groups. It may be left empty for the provider's page. */
function validateBlikCode(text: string): ReadText {
  const value = digitsOf(text)
  if (text.trim() !== '' && value.length !== BLIK_CODE_DIGITS) {
    return { kind: 'error', code: 'blik_code_invalid' }
  }
  return { kind: 'value', value }
}
