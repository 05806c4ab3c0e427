import type { GatewayClient } from '@sluice/server-sdk'
import type { Order, ReportedTransaction } from './order.ts'
import type { OrderStore, Settlement } from './order-store.ts'

/** The part of the gateway's client that the shop uses. */
export type PaymentGateway = Pick<GatewayClient['transactions'], 'createPayment' | 'status'>

export type Log = (entry: Readonly<Record<string, unknown>>) => void

export interface PaymentsOptions {
  readonly gateway: PaymentGateway
  readonly orders: OrderStore
  readonly terminalId: string
  readonly newReference: () => string
  readonly log: Log
}

export interface Payments {
  /**
   * Writes an order down, then asks the gateway to collect the money.
   *
   * @returns Where the customer confirms, or `null` when there is nothing to confirm.
   */
  begin(wish: PaymentInput): Promise<{ readonly reference: string; readonly payAt: string | null }>
  /** Settles by a webhook's event. */
  settleByEvent(messageId: string, transaction: ReportedTransaction): void
  /**
   * Queries the gateway about every open order. Webhooks may fail to come for days, when an address is wrong or a
   * firewall new: what asks is what makes a shop certain.
   *
   * @returns how many orders were settled.
   */
  reconcile(): Promise<number>
}

export interface PaymentInput {
  /** Minor units. */
  readonly amountMinor: number
  /** Instructions for the simulators of a test environment. */
  readonly metadata?: Readonly<Record<string, string>>
}

const CURRENCY = 'EUR'

export function createPayments({
  gateway,
  orders,
  terminalId,
  newReference,
  log,
}: PaymentsOptions): Payments {
  const ask = (
    order: Pick<Order, 'reference' | 'amountMinor' | 'currency'>,
    metadata?: PaymentInput['metadata'],
  ) =>
    gateway.createPayment({
      terminal_id: terminalId,
      reference: order.reference,
      description: 'An order',
      currency: CURRENCY,
      amount: order.amountMinor,
      method: 'OPEN_BANKING',
      country: 'DE',
      customer_ip: '192.0.2.1',
      return_url: 'https://shop.example/thanks',
      error_url: 'https://shop.example/failed',
      cancel_url: 'https://shop.example/cart',
      ...(metadata ? { metadata: { ...metadata } } : {}),
    })

  function logSettlement(
    settlement: Settlement,
    { id: transactionId, reference, status }: ReportedTransaction,
    by: 'webhook' | 'question',
  ): void {
    if (settlement !== 'UNCHANGED')
      log({ event: settlement.toLowerCase(), by, reference, status, transactionId })
  }

  async function reconcileOrder(order: Order): Promise<boolean> {
    // Without an id, the gateway's first response was lost. The payment may be requested again: one reference, one
    // payment.
    const transaction = order.transactionId
      ? (await gateway.status(order.transactionId)).transaction
      : (await ask(order)).result
    if (!transaction) return false
    const settlement = orders.settle(transaction)
    logSettlement(settlement, transaction, 'question')
    return settlement === 'SETTLED'
  }

  return {
    async begin({ amountMinor, metadata }) {
      const order = { reference: newReference(), amountMinor, currency: CURRENCY }
      orders.add(order)
      const { result, redirect } = await ask(order, metadata)
      const transactionId = result?.id ?? redirect?.transaction_id
      if (transactionId) orders.attachTransaction(order.reference, transactionId)
      return { reference: order.reference, payAt: redirect?.url ?? null }
    },
    settleByEvent(messageId, transaction) {
      logSettlement(orders.settleOnce(messageId, transaction), transaction, 'webhook')
    },
    async reconcile() {
      let settled = 0
      for (const order of orders.listOpen()) {
        try {
          if (await reconcileOrder(order)) settled += 1
        } catch (error) {
          log({ event: 'reconcile_failed', reference: order.reference, error })
        }
      }
      return settled
    },
  }
}
