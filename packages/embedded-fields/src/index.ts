/**
 * Loads the browser library from the gateway, so that it is always of the release that its frames are of, and has its
 * types.
 *
 * @module
 */
import type { PaymentComponentFactory } from './merchant-page/embedded-fields-api.ts'
import type { outcomeOf } from './outcome-of.ts'

export { loadEmbeddedFields, type LoadOptions } from './loader/load-embedded-fields.ts'
export { outcomeOf, type PaymentOutcome } from './outcome-of.ts'
export { pay, PaymentFailedError } from './pay.ts'
export { reservedHeightPx } from './styles/reserved-height.ts'
export { EmbeddedFieldsLoadError, type LoadErrorCode } from './loader/embedded-fields-load-error.ts'
export type { Locale } from '@sluice/types/vocabulary'
export type {
  PaymentComponentError,
  PaymentComponentErrorCode,
} from './merchant-page/payment-component-error.ts'
export type {
  AlternativePaymentMethodConfig,
  Appearance,
  AppearanceVariable,
  CardConfig,
  Component,
  ComponentField,
  ComponentListeners,
  ComponentType,
  Customer,
  CustomerConfig,
  FieldChange,
  FocusChange,
  PaymentComponentCore,
  PaymentComponentFactory,
  PaymentComponentOptions,
  PaymentEnding,
  PaymentError,
  PaymentResponse,
  SavedCardConfig,
  SavedCardData,
  SubmitOptions,
  Validation,
} from './merchant-page/embedded-fields-api.ts'
export type { FieldErrorCode, FieldName } from './validation/field-errors.ts'

declare global {
  interface Window {
    /** Set by `embedded-fields.js`, unless the gateway is configured to use another name. */
    PaymentComponent: PaymentComponentFactory & {
      /** Returns what the page does after a payment; the package exports the same function. */
      readonly outcomeOf: typeof outcomeOf
    }
  }
}
