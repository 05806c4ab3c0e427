import {
  type EmbeddedSession,
  isGatewayError,
  type SessionRequest,
  type SessionState,
  type TransactionStatusAnswer,
} from '@sluice/server-sdk'
import { verdictOfSession, verdictOf, type Verdict } from './payment-verdict.ts'
import {
  attachSession,
  currentAttempt,
  failAttempt,
  mayTryAgain,
  type Order,
  type OrderStore,
  settle,
  startNextAttempt,
} from './orders.ts'

/** The calls of a gateway's client that the shop uses. */
export interface CheckoutGateway {
  readonly sessions: {
    create(request: SessionRequest): Promise<EmbeddedSession>
    get(sessionId: string): Promise<SessionState>
  }
  readonly transactions: { status(id: string): Promise<TransactionStatusAnswer> }
}

/** One line of the shop's log. Orders appear by number, never by their id: that is a key to the order. */
export type Log = (entry: { readonly event: string } & Readonly<Record<string, unknown>>) => void

export interface CheckoutFlowOptions {
  readonly gateway: CheckoutGateway
  readonly orders: OrderStore
  readonly terminalId: string
  /** The base URL of this shop, to which customers return. */
  readonly shopUrl: string
  readonly log: Log
}

/** The state of an order when its customer returns. */
export type ReturnState =
  | { readonly kind: 'settled'; readonly order: Order }
  | { readonly kind: 'failed'; readonly order: Order }
  | { readonly kind: 'pending' | 'open'; readonly order: Order }
  | { readonly kind: 'mismatch'; readonly order: Order }

export interface CheckoutFlow {
  /**
   * Opens the checkout of an order.
   *
   * @returns The session to pay, created once per attempt; `null` if there is nothing to pay, or no longer.
   */
  open(order: Order): Promise<{ readonly sessionId: string } | null>
  /** Queries the outcome of an order, and stores it. */
  conclude(order: Order): Promise<ReturnState>
  /** Starts the next try, if the last one ended without money. */
  tryAgain(order: Order): void
}

export function createCheckoutFlow(options: CheckoutFlowOptions): CheckoutFlow {
  const { gateway, orders, terminalId, log } = options
  /** Sessions being made, by reference: two windows of one order must get the same one. */
  const pendingSessions = new Map<string, Promise<string>>()

  function describeSession(order: Order): SessionRequest {
    return {
      terminal_id: terminalId,
      reference: currentAttempt(order).reference,
      description: order.product.name,
      currency: order.currency as SessionRequest['currency'],
      amount: order.amountMinor,
      transaction_type: 'PURCHASE',
      return_url: `${options.shopUrl}/return/${order.id}`,
    }
  }

  async function makeSession(order: Order): Promise<string> {
    try {
      const { id } = await gateway.sessions.create(describeSession(order))
      orders.save(attachSession(order, id))
      return id
    } catch (error) {
      // The session may exist all the same, and then its reference is used up. It cannot be paid: its id is unknown.
      if (isGatewayError(error) && error.outcomeUnknown) orders.save(startNextAttempt(order))
      throw error
    }
  }

  async function askSession(sessionId: string): Promise<Verdict> {
    try {
      return verdictOfSession((await gateway.sessions.get(sessionId)).status)
    } catch (error) {
      if (isGatewayError(error) && error.code === 'not_found') return verdictOfSession('SESSION_EXPIRED')
      throw error
    }
  }

  async function askTransaction(order: Order, sessionId: string): Promise<Verdict> {
    const answer = await gateway.transactions.status(sessionId)
    const verdict: Verdict = answer.found
      ? verdictOf(order, terminalId, answer.transaction)
      : { kind: 'open' }
    // No transaction, or one that was refused for its form: whether the session can still be paid, it knows itself.
    return verdict.kind === 'open' ? askSession(sessionId) : verdict
  }

  /** Writes a verdict down. Runs without interruption, on the order as it is now: another window may have been faster. */
  function apply(order: Order, verdict: Verdict): ReturnState {
    if (verdict.kind === 'pending' || verdict.kind === 'open') return { kind: verdict.kind, order }
    const { number } = order
    const { reference } = currentAttempt(order)
    if (verdict.kind === 'mismatch') {
      log({ event: 'payment_mismatch', order: number, reference, members: verdict.members })
      return { kind: 'mismatch', order }
    }
    if (verdict.kind === 'paid') {
      const { order: settled, settledNow } = settle(order, verdict.payment)
      orders.save(settled)
      if (settledNow) log({ event: 'order_paid', order: number, ...verdict.payment })
      return { kind: 'settled', order: settled }
    }
    const failed = failAttempt(order, verdict.kind, verdict.processingCode)
    orders.save(failed)
    return { kind: 'failed', order: failed }
  }

  return {
    async open(order) {
      if (order.payment || mayTryAgain(order)) return null
      const { reference, sessionId } = currentAttempt(order)
      if (sessionId === null) {
        const pending = pendingSessions.get(reference) ?? makeSession(order)
        pendingSessions.set(reference, pending)
        return { sessionId: await pending.finally(() => pendingSessions.delete(reference)) }
      }
      const { kind } = await askSession(sessionId)
      return kind === 'open' || kind === 'pending' ? { sessionId } : null
    },

    async conclude(order) {
      if (order.payment) return { kind: 'settled', order }
      if (mayTryAgain(order)) return { kind: 'failed', order }
      const { reference, sessionId } = currentAttempt(order)
      if (sessionId === null) return { kind: 'open', order }

      const verdict = await askTransaction(order, sessionId)
      const current = orders.find(order.id) ?? order
      const isSameAttempt = currentAttempt(current).reference === reference
      return isSameAttempt ? apply(current, verdict) : { kind: 'open', order: current }
    },

    tryAgain(order) {
      if (mayTryAgain(order)) orders.save(startNextAttempt(order))
    },
  }
}
