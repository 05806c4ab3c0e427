/** All fields that a card frame can show, in the order of the form. The plan of a frame selects some of them. */
export const FIELD_NAMES = ['number', 'expiry', 'cvv', 'holderName', 'holderEmail'] as const

/** A field of the card form. */
export type FieldName = (typeof FIELD_NAMES)[number]

/** All errors of a field. The texts are in `@sluice/texts`. */
export const FIELD_ERROR_CODES = [
  'number_required',
  'number_incomplete',
  'number_invalid',
  'brand_not_accepted',
  'expiry_required',
  'expiry_incomplete',
  'expiry_month_invalid',
  'expiry_past',
  'cvv_required',
  'cvv_incomplete',
  'cvv_invalid',
  'holder_name_required',
  'holder_name_invalid',
  'holder_email_required',
  'holder_email_invalid',
] as const

/** The error of a field, for programs; the shopper reads a text. */
export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number]

/** The result of validating a value that may still be incomplete. */
export interface Verdict {
  readonly valid: boolean
  /** False as soon as no further character can make the value valid. Then the error may be shown while typing. */
  readonly potentiallyValid: boolean
  readonly errorCode: FieldErrorCode | null
}

export const VALID: Verdict = { valid: true, potentiallyValid: true, errorCode: null }

/** Returns the verdict on a value that is not valid yet. */
export function unfinished(errorCode: FieldErrorCode): Verdict {
  return { valid: false, potentiallyValid: true, errorCode }
}

/** Returns the verdict on a value that every continuation leaves invalid. */
export function wrong(errorCode: FieldErrorCode): Verdict {
  return { valid: false, potentiallyValid: false, errorCode }
}
