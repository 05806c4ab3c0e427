import type { AuthorizeRequest, GatewayClient, RequestHeaders } from '@sluice/server-sdk'
import { browserInfoFromRequest, resolveOrder } from '@sluice/server-sdk'
import type { FlowConclusion, ThreeDsFlow } from '@sluice/server-sdk/three-ds'
import { attachFlow, currentAttempt, LANTERN, type Order, type OrderStore } from './orders.ts'
import { type CardForm, WAYS } from './read-card-form.ts'

export interface PaymentPorts {
  readonly client: { encryptCard: (card: CardForm['card']) => ReturnType<GatewayClient['encryptCard']> }
  readonly flow: ThreeDsFlow
  readonly orders: OrderStore
  readonly terminalId: string
  readonly shopUrl: string
  readonly log: Log
}

/** One line of the shop's log. Orders appear by number, never by their id: that is a key to the order. */
export type Log = (entry: { readonly event: string } & Readonly<Record<string, unknown>>) => void

/** The data about the customer's browser from the request. */
export interface Shopper {
  readonly headers: RequestHeaders
  readonly customerIp: string | null
}

/**
 * Pays an order with a card. The card is sealed here and goes no further: only the gateway can open it.
 *
 * @returns the browser's next address.
 * @throws When the card breaks a rule, or the gateway refuses the request. `GatewayError`
 */
export async function payOrder(
  ports: PaymentPorts,
  order: Order,
  { card, way, browser }: CardForm,
  { headers, customerIp }: Shopper,
): Promise<string> {
  const { reference } = currentAttempt(order)
  const request: AuthorizeRequest & { return_url: string } = {
    terminal_id: ports.terminalId,
    reference,
    description: LANTERN.name,
    currency: LANTERN.currency,
    amount: LANTERN.priceMinor,
    transaction_type: 'PURCHASE',
    payment_method: { type: 'card', data: await ports.client.encryptCard(card) },
    browser_info: browserInfoFromRequest({ headers }, browser),
    ...(customerIp !== null && { customer_ip: customerIp }),
    return_url: `${ports.shopUrl}/orders/${order.id}`,
  }
  const { id, url } = await ports.flow.start(request, WAYS[way])
  // Another window may have been faster; the order is as the store has it now.
  ports.orders.save(attachFlow(ports.orders.find(order.id) ?? order, reference, id))
  return url
}

/** The state of an order: nothing was paid yet, or what the gateway says about the current attempt. */
export type OrderState = FlowConclusion | { readonly kind: 'unpaid' } | { readonly kind: 'paid' }

/** Queries the outcome of an order, and settles it once. Values from the browser do not count. */
export async function concludeOrder(
  { flow, orders, terminalId, log }: PaymentPorts,
  order: Order,
): Promise<OrderState> {
  if (order.isPaid) return { kind: 'paid' }
  const { flowId, reference } = currentAttempt(order)
  if (flowId === null) return { kind: 'unpaid' }
  const end = await flow.conclude(flowId)
  if (end.kind !== 'approved') return end

  const { transaction } = end
  const expected = {
    reference,
    amount: LANTERN.priceMinor,
    currency: LANTERN.currency,
    terminal_id: terminalId,
    transaction_type: 'PURCHASE',
  } as const
  if (resolveOrder(expected, transaction).kind !== 'paid')
    return { kind: 'unknown', reference, transactionId: transaction.id }
  const current = orders.find(order.id) ?? order
  if (!current.isPaid) {
    orders.save({ ...current, isPaid: true })
    log({ event: 'order_paid', order: order.number, reference, transaction_id: transaction.id })
  }
  return end
}
