import type { SavedPaymentMethod } from '@sluice/types'
import type { Transport } from '../http/transport.ts'

/** Saved cards, by the id that came as `payment_method.token`. */
export interface PaymentMethods {
  /**
   * Reads a saved card, whoever it belongs to.
   *
   * @throws When this merchant has no such card, or not any more. {@link NotFoundError}
   * @see docs/protocol.md#saved-cards
   */
  get(paymentMethodId: string): Promise<SavedPaymentMethod>
  /**
   * Deletes a saved card: its number is erased, and later payments with it are refused.
   *
   * @throws When this merchant has no such card, or not any more. {@link NotFoundError}
   * @see docs/protocol.md#saved-cards
   */
  delete(paymentMethodId: string): Promise<void>
}

export function createPaymentMethods(transport: Transport): PaymentMethods {
  return {
    async get(paymentMethodId) {
      const params = { payment_method_id: paymentMethodId }
      return (await transport.call('getPaymentMethod', { params })).body
    },
    async delete(paymentMethodId) {
      await transport.call('deletePaymentMethod', { params: { payment_method_id: paymentMethodId } })
    },
  }
}
