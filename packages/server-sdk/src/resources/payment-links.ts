import type { PaymentLink, PaymentLinkList, PaymentLinkQuery, PaymentLinkRequest } from '@sluice/types'
import type { ApiPromise } from '../http/api-promise.ts'
import type { CallOptions, ReadOptions } from '../http/call-options.ts'
import { type PagePromise, toPagePromise } from '../http/page-promise.ts'
import type { Transport } from '../http/transport.ts'

/** Addresses that shoppers pay at, without a shop. */
export interface PaymentLinks {
  /**
   * Creates a payment link. Send `url` to the shopper, or show `qr_svg`.
   *
   * @param request - Exactly one of `amount` and `amount_range`. Without `max_uses` the link is paid once, without `expires_at`
   *   it lives for 30 days.
   * @throws When a member breaks a rule, or the link could never be paid; `errors[].property` names it. {@link ValidationError}
   * @see docs/protocol/payment-links.md#payment-links
   *
   * @example
   * ```ts
   * const link = await client.paymentLinks.create({
   *   terminal_id: 'T00000000001',
   *   currency: 'EUR',
   *   amount: 1850,
   *   transaction_type: 'PURCHASE',
   *   description: 'Evening course',
   *   max_uses: 12,
   * })
   * console.log(link.url)
   * ```
   */
  create(request: PaymentLinkRequest, options?: CallOptions): ApiPromise<PaymentLink>
  /**
   * Reads a payment link, with its status and its uses.
   *
   * @throws When this merchant has no such link. {@link NotFoundError}
   * @see docs/protocol/payment-links.md#payment-links
   */
  get(id: string, options?: ReadOptions): ApiPromise<PaymentLink>
  /**
   * Lists payment links, the newest first: awaited a page, with `for await` every link.
   *
   * @param query - `limit` is 1 to 100, 20 when left out.
   * @see docs/protocol/payment-links.md#payment-links
   */
  list(query?: PaymentLinkQuery, options?: ReadOptions): PagePromise<PaymentLinkList>
  /**
   * Deactivates a payment link. A payment that has begun may still be approved. A link that has ended is returned
   * unchanged.
   *
   * @throws When this merchant has no such link. {@link NotFoundError}
   * @see docs/protocol/payment-links.md#payment-links
   */
  deactivate(id: string, options?: CallOptions): ApiPromise<PaymentLink>
}

export function createPaymentLinks(transport: Transport): PaymentLinks {
  return {
    create: (request, options) => transport.call('createPaymentLink', { body: request }, options),
    get: (id, options) => transport.call('getPaymentLink', { params: { id } }, options),
    list: (query = {}, options) =>
      toPagePromise((cursor = query.cursor) =>
        transport.call('listPaymentLinks', { query: { ...query, cursor } }, options),
      ),
    deactivate: (id, options) => transport.call('deactivatePaymentLink', { params: { id } }, options),
  }
}
