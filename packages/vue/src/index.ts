/**
 * Sluice's embedded fields as Vue components. Importing it needs no document; on a server they are empty elements.
 *
 * @module
 */
export { SluiceProvider } from './sluice-provider.ts'
export { type SluiceState, useSluice } from './sluice-state.ts'
export { CardFields, PaymentMethods, SavedCard } from './components.ts'
export type { PaymentHandle } from './use-component.ts'
export { outcomeOf, PaymentFailedError, type PaymentOutcome } from '@sluice/embedded-fields'
export type { PaymentError, PaymentResponse } from '@sluice/embedded-fields'
