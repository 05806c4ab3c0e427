import type { CardBrand } from '@sluice/types/vocabulary'
import type { FieldErrorCode, Verdict } from '../../validation/field-errors.ts'

/** What may be known of a field outside the document that holds it. */
export interface FieldView {
  readonly empty: boolean
  readonly valid: boolean
  readonly potentiallyValid: boolean
  readonly focused: boolean
  /** The error that is shown; a field may be invalid without showing it yet. */
  readonly errorCode: FieldErrorCode | null
  /** The brand in the number field, once only one is possible. */
  readonly brand: CardBrand | null
}

export const UNTOUCHED: FieldView = {
  empty: true,
  valid: false,
  potentiallyValid: true,
  focused: false,
  errorCode: null,
  brand: null,
}

/**
 * Why a field is validated again: the shopper typed in it, left it, tried to pay; or something else changed that its
 * rules depend on.
 */
export type Occasion = 'input' | 'blur' | 'context' | 'reveal'

/** The error to show after a field was validated. */
export function errorToShow(
  occasion: Occasion,
  { errorCode, potentiallyValid, valid }: Verdict,
  { isEmpty, shown }: { readonly isEmpty: boolean; readonly shown: FieldErrorCode | null },
): FieldErrorCode | null {
  switch (occasion) {
    case 'input':
      // Only errors that no further character can fix.
      return potentiallyValid ? null : errorCode
    case 'blur':
      // Passing through an empty field is no mistake. What the service found wrong, our rules do not see.
      return isEmpty || valid ? shown : errorCode
    case 'context':
      return valid ? null : shown
    case 'reveal':
      return errorCode
  }
}
