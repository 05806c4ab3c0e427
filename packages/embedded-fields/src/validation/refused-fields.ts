import type { FieldErrorCode, FieldName } from './field-errors.ts'

/** The gateway's errors of a card by processing code, each with the field that it concerns. */
export const REFUSED_FIELDS: Readonly<Record<string, readonly [FieldName, FieldErrorCode]>> = {
  '2001': ['expiry', 'expiry_past'],
  '2002': ['number', 'number_invalid'],
  '2003': ['number', 'number_invalid'],
  '2004': ['number', 'brand_not_accepted'],
  '2020': ['cvv', 'cvv_invalid'],
}
