import type { SavedPaymentMethod } from '@sluice/types'
import type { ApiPromise } from '../http/api-promise.ts'
import type { CallOptions, ReadOptions } from '../http/call-options.ts'
import type { Transport } from '../http/transport.ts'

/** Saved cards, by the id from `payment_method.token`. */
export interface PaymentMethods {
  /**
   * Reads a saved card of any customer, or of none.
   *
   * @throws When this merchant has no such card, or no longer has it. {@link NotFoundError}
   * @see docs/protocol/saved-cards.md#saved-cards
   */
  get(paymentMethodId: string, options?: ReadOptions): ApiPromise<SavedPaymentMethod>
  /**
   * Deletes a saved card: its number is erased, and later payments with it are refused.
   *
   * @throws When this merchant has no such card, or no longer has it. {@link NotFoundError}
   * @see docs/protocol/saved-cards.md#saved-cards
   */
  delete(paymentMethodId: string, options?: CallOptions): ApiPromise<void>
}

export function createPaymentMethods(transport: Transport): PaymentMethods {
  return {
    get: (id, options) => transport.call('getPaymentMethod', { params: { payment_method_id: id } }, options),
    delete: (id, options) =>
      transport.call('deletePaymentMethod', { params: { payment_method_id: id } }, options),
  }
}
