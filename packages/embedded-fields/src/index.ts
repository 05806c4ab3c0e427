/**
 * Types of the browser library. The library itself is a script that the gateway serves: load it from there, so that it
 * is always of the release that its frames are of.
 *
 * @module
 */
import type { PaymentComponentFactory } from './merchant-page/embedded-fields-api.ts'

export type { Locale } from '@sluice/types/vocabulary'
export type { PaymentComponentErrorCode } from './merchant-page/payment-component-error.ts'
export type {
  CardComponent,
  CardConfig,
  CardListeners,
  CardValidation,
  Customer,
  FieldChange,
  PaymentComponentCore,
  PaymentComponentFactory,
  PaymentComponentOptions,
  PaymentEnding,
  PaymentError,
  PaymentResponse,
  SubmitOptions,
} from './merchant-page/embedded-fields-api.ts'
export type { FieldErrorCode, FieldName } from './validation/field-errors.ts'

declare global {
  interface Window {
    /** Set by `embedded-fields.js`. */
    PaymentComponent: PaymentComponentFactory
  }
}
