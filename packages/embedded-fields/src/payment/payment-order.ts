import type { ClientPaymentRequest } from '@sluice/types'
import type { SavedCard } from '../protocol/form-plan.ts'
import type { WireCustomer } from '../protocol/messages.ts'

/** What seals into the four members of a card. Never stored. */
export interface CardValues {
  readonly number: string
  readonly cvv: string
  readonly expirationMonth: string
  readonly expirationYear: string
}

/** What is paid with, as the shopper typed it. */
export type OrderedMethod =
  | { readonly type: 'card'; readonly card: CardValues }
  | {
      readonly type: 'saved_card'
      readonly paymentMethodId: string
      readonly cvv: string
      /** As the page shows it, where the page says so: the gateway compares. */
      readonly savedCard?: SavedCard
    }

export interface PaymentOrder {
  readonly method: OrderedMethod
  readonly customer: WireCustomer | null
  readonly browserInfo: ClientPaymentRequest['browser_info']
  /** Of the session as the page shows it; undefined while nothing has been shown. */
  readonly revision?: number | undefined
  /** The shopper's choice, where the session offers one. */
  readonly saveCard?: boolean | undefined
  /** In how many installments, if not in full. */
  readonly installments?: number | undefined
}
