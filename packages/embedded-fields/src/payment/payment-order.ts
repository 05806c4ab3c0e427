import type { ClientPaymentRequest } from '@sluice/types'
import type { SavedCard } from '../protocol/form-plan.ts'
import type { WireCustomer } from '../protocol/messages.ts'

/** The values that are sealed into the four members of a card. They are never stored. */
export interface CardValues {
  readonly number: string
  readonly cvv: string
  readonly expirationMonth: string
  readonly expirationYear: string
}

/** The payment method, as the shopper entered it. */
export type OrderedMethod =
  | { readonly type: 'card'; readonly card: CardValues }
  | {
      readonly type: 'saved_card'
      readonly paymentMethodId: string
      readonly cvv: string
      /** The amount as the page shows it, if the page provides it. The gateway compares it. */
      readonly savedCard?: SavedCard
    }

export interface PaymentOrder {
  readonly method: OrderedMethod
  readonly customer: WireCustomer | null
  readonly browserInfo: ClientPaymentRequest['browser_info']
  /** The revision of the session as the page shows it; undefined while nothing has been shown. */
  readonly revision?: number | undefined
  /** The shopper's choice, if the session offers one. */
  readonly saveCard?: boolean | undefined
  /** The number of installments, if the payment is not in full. */
  readonly installments?: number | undefined
}
