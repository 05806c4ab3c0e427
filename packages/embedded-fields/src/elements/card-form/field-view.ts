import type { CardBrand } from '@sluice/types/vocabulary'
import type { FieldErrorCode, Verdict } from '../../validation/field-errors.ts'

/** The state of a field that may be known outside the document that holds it. */
export interface FieldView {
  readonly empty: boolean
  readonly valid: boolean
  readonly potentiallyValid: boolean
  readonly focused: boolean
  /** The error that is shown; a field may be invalid without showing it yet. */
  readonly errorCode: FieldErrorCode | null
  /** The brand of the number, once only one is possible. */
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
 * The reason to validate a field again: the shopper typed in it, left it, or tried to pay, or something changed
 * that its rules depend on.
 */
export type Occasion = 'input' | 'blur' | 'context' | 'reveal'

/** Returns the error to show after a field was validated. */
export function errorToShow(
  occasion: Occasion,
  { errorCode, potentiallyValid, valid }: Verdict,
  { isEmpty, shown }: { readonly isEmpty: boolean; readonly shown: FieldErrorCode | null },
): FieldErrorCode | null {
  switch (occasion) {
    case 'input':
      // Returns only errors that no further character can fix.
      return potentiallyValid ? null : errorCode
    case 'blur':
      // An empty field is no mistake when the shopper only passes through it. The form's rules cannot detect the
      // errors of the service.
      return isEmpty || valid ? shown : errorCode
    case 'context':
      return valid ? null : shown
    case 'reveal':
      return errorCode
  }
}
