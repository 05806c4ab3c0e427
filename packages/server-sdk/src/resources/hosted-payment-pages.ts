import type { HostedPaymentPage, HostedPaymentPageRequest } from '@sluice/types'
import type { ApiPromise } from '../http/api-promise.ts'
import type { CallOptions } from '../http/call-options.ts'
import type { Transport } from '../http/transport.ts'
import type { WithWholeAmount } from '../whole-amount.ts'

/** Hosted payment pages: the gateway's own page, which the customer is sent to. The shop never sees card data. */
export interface HostedPaymentPages {
  /**
   * Creates a page for one order. Send the customer to `redirect_url`; they come back to `return_url` after every
   * outcome. The address says nothing about it: ask `transactions.status(session_id)` there, and compare reference,
   * amount and currency with the order. Keep `session_id` with the order; it cannot be read again.
   *
   * @param request - `amount` is in minor units (10000 = 100.00); `reference` has at most 40 characters and is unique
   *   per terminal. `customer_id` offers the customer's saved cards. `tokenization` saves the card: without asking
   *   (`save_card_for_future_payments`, which wins) or by a checkbox (`show_save_card_for_future_payments`).
   * @returns `redirect_url`, which pays until an hour from now: it is enough to see the order. And `session_id`.
   * @throws When a member breaks a rule, the reference is taken, or the terminal, customer or tokenization that it names
   *   is not there; `errors[].property` names it. {@link ValidationError}
   * @see docs/protocol/sessions.md#hosted-payment-page
   * @example
   * ```ts
   * const page = await client.hostedPaymentPages.create({
   *   reference: 'order-1001',
   *   terminal_id: 'T00000000001',
   *   currency: 'SEK',
   *   amount: 24_900,
   *   transaction_type: 'PURCHASE',
   *   return_url: 'https://shop.example/orders/1001',
   * })
   * page.redirect_url // 'https://gateway.example/hpp/payment/ck_live_…/q2p3v4F7…'
   * ```
   */
  create<const Amount extends number>(
    request: WithWholeAmount<HostedPaymentPageRequest, Amount>,
    options?: CallOptions,
  ): ApiPromise<HostedPaymentPage>
}

export function createHostedPaymentPages(transport: Transport): HostedPaymentPages {
  return {
    create: (request, options) => transport.call('createHostedPaymentPage', { body: request }, options),
  }
}
