import {
  createDeduplicator,
  createMemoryWebhookStore,
  type ExpectedPayment,
  isTransactionEvent,
  type ReceiveOptions,
  resolveOrder,
} from '@sluice/server-sdk/webhooks'

/** The orders of a shop. In memory here; `examples/webhook-receiver` keeps them in a database. */
export interface Orders {
  add(order: ExpectedPayment): void
  isPaid(reference: string): boolean
  /** The options of every framework's receiver. */
  readonly receiver: ReceiveOptions
}

/**
 * @param secret - of the subscription, `whsec_…`.
 * @param onPaid - is called once for each order, when its own payment is approved.
 */
export function createOrders(secret: string, onPaid: (reference: string) => void = () => {}): Orders {
  const open = new Map<string, ExpectedPayment>()
  const paid = new Set<string>()
  return {
    add: (order) => void open.set(order.reference, order),
    isPaid: (reference) => paid.has(reference),
    receiver: {
      secrets: secret,
      // A message may come twice.
      deduplicator: createDeduplicator(createMemoryWebhookStore()),
      onEvent(event) {
        if (!isTransactionEvent(event)) return
        const order = open.get(event.payload.reference)
        // A refund has the order's reference, too: only its own payment pays it.
        if (!order || paid.has(order.reference)) return
        if (resolveOrder(order, event.payload).kind !== 'paid') return
        paid.add(order.reference)
        onPaid(order.reference)
      },
    },
  }
}
