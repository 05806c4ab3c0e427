'use client'

/**
 * Sluice's embedded fields as React components. Importing it needs no document; on a server they are empty elements.
 *
 * @module
 */
export { SluiceProvider, type SluiceProviderProps } from './sluice-provider.ts'
export { type SluiceState, useSluice } from './sluice-context.ts'
export {
  CardFields,
  type CardFieldsProps,
  PaymentMethods,
  type PaymentMethodsProps,
  SavedCard,
  type SavedCardProps,
} from './components.ts'
export type { PaymentHandle } from './use-component.ts'
export { outcomeOf, PaymentFailedError, type PaymentOutcome } from '@sluice/embedded-fields'
export type { PaymentError, PaymentResponse } from '@sluice/embedded-fields'
