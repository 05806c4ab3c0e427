import type { PayingCard, PaymentOrder } from '@sluice/embedded-fields/parts'
import type { Locale } from '@sluice/types/vocabulary'

/** The selected payment method. */
export type Order = Omit<PaymentOrder, 'browserInfo' | 'revision'>

/** A way to pay that this page finishes itself, with the button below it. */
export interface PaymentView {
  /** The card that the shopper would pay with now. */
  readonly card: PayingCard
  speak(locale: Locale): void
  setBusy(isBusy: boolean): void
  /** @returns null if fields are invalid: their errors are then shown, and the first such field has the focus. */
  readOrder(): Order | null
  /** Shows what the service found wrong, at its field. @returns whether there is one. */
  showRefusal(processingCode: string): boolean
}
