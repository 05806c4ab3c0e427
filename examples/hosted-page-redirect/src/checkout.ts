import type { GatewayClient, ReportedPayment } from '@sluice/server-sdk'
import { changeByTransaction, type Order, type OrderChange, stateBySession } from './order.ts'

/** The part of the gateway's client that the shop uses. */
export interface PaymentGateway {
  readonly hostedPaymentPages: Pick<GatewayClient['hostedPaymentPages'], 'create'>
  readonly transactions: Pick<GatewayClient['transactions'], 'status'>
  readonly sessions: Pick<GatewayClient['sessions'], 'get'>
}

export interface CheckoutOptions {
  readonly gateway: PaymentGateway
  readonly terminalId: string
  /** The address of the shop as customers see it, without a trailing slash. */
  readonly shopUrl: () => string
  readonly newId: () => string
}

export interface Checkout {
  /** Creates an order and its payment page. @returns where the customer pays. */
  begin(amountMinor: number): Promise<{ readonly order: Order; readonly payAt: string }>
  /** Finds out the state of an order: queries the gateway as long as the outcome is open. Undefined for no order. */
  conclude(orderId: string): Promise<Order | undefined>
  /** Settles the order that a webhook is about. @returns false when it is about no order of this shop. */
  settleByEvent(payment: ReportedPayment): boolean
}

const CURRENCY = 'EUR'

/** The whole conversation with the gateway. Orders are kept in memory: a real shop has a database. */
export function createCheckout({ gateway, terminalId, shopUrl, newId }: CheckoutOptions): Checkout {
  const orders = new Map<string, Order>()

  /** A decided order stays as it is. */
  function settle(order: Order, change: Exclude<OrderChange, 'MISMATCH'>): Order {
    const current = orders.get(order.id) ?? order
    if (current.state !== 'OPEN' || change === 'UNCHANGED') return current
    const settled = { ...current, state: change }
    orders.set(order.id, settled)
    return settled
  }

  async function ask(order: Order): Promise<OrderChange> {
    const { sessionId } = order
    if (sessionId === null) return 'OPEN'
    const { transaction } = await gateway.transactions.status(sessionId)
    const change = transaction ? changeByTransaction(order, terminalId, transaction) : 'OPEN'
    // Nothing was submitted, or the input was rejected: only the session says whether the page can still be paid.
    const isUndecided = transaction === null || transaction.status === 'INVALID'
    return change === 'OPEN' && isUndecided
      ? stateBySession((await gateway.sessions.get(sessionId)).status)
      : change
  }

  return {
    async begin(amountMinor) {
      const id = newId()
      const order: Order = {
        id,
        reference: `order-${id.slice(0, 12)}`,
        amountMinor,
        currency: CURRENCY,
        sessionId: null,
        state: 'OPEN',
      }
      // Store the order before the request: a webhook may be faster than the response.
      orders.set(id, order)
      const page = await gateway.hostedPaymentPages.create({
        reference: order.reference,
        terminal_id: terminalId,
        currency: CURRENCY,
        amount: amountMinor,
        transaction_type: 'PURCHASE',
        description: 'Harbour mug',
        return_url: `${shopUrl()}/orders/${id}`,
      })
      const begun = { ...order, sessionId: page.session_id }
      orders.set(id, begun)
      return { order: begun, payAt: page.redirect_url }
    },

    async conclude(orderId) {
      const order = orders.get(orderId)
      if (order?.state !== 'OPEN') return order
      const change = await ask(order)
      if (change === 'MISMATCH')
        throw new Error(`The gateway answered with another payment than that of ${order.reference}`)
      return settle(order, change)
    },

    settleByEvent(payment) {
      const order = [...orders.values()].find(({ reference }) => reference === payment.reference)
      if (!order) return false
      const change = changeByTransaction(order, terminalId, payment)
      if (change === 'MISMATCH') return false
      settle(order, change)
      return true
    },
  }
}
