/**
 * Orders and the sessions that they are paid in. In memory: a real shop has a database.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import {
  type ExpectedPayment,
  type GatewayClient,
  isGatewayError,
  type OrderOutcome,
  resolveOrder,
  type SessionRequest,
  type SessionStatus,
} from '@sluice/server-sdk'

/** The outcome of an order's payment; `open`: nothing is paid, and the same session accepts a payment. */
export type Outcome = OrderOutcome['kind'] | 'open'

export interface OrdersOptions {
  readonly gateway: {
    readonly sessions: Pick<GatewayClient['sessions'], 'create' | 'get'>
    readonly transactions: Pick<GatewayClient['transactions'], 'status'>
  }
  readonly terminalId: string
  /** Returns the address to which a bank's page redirects the shopper. */
  readonly returnUrl: (order: string) => string
}

interface Attempt {
  /** Compared with what the gateway reports: the payment of something else may be approved as well. */
  readonly expected: ExpectedPayment & Pick<SessionRequest, 'currency'>
  readonly sessionId: string
}

/** Ends without money. After these alone may another session be paid. */
const UNPAID: readonly Outcome[] = ['declined', 'canceled', 'expired']

/** The outcomes of sessions without a transaction. Anything else is not decided yet. */
const SESSION_OUTCOMES: Readonly<Partial<Record<SessionStatus, Outcome>>> = {
  CREATED: 'open',
  DECLINED: 'declined',
  CANCELED: 'canceled',
  SESSION_EXPIRED: 'expired',
}

/** Stores the orders of one product. */
export function createOrders({ gateway, terminalId, returnUrl }: OrdersOptions) {
  const attempts = new Map<string, Attempt>()

  async function openSession(order: string): Promise<Attempt> {
    const expected = {
      terminal_id: terminalId,
      reference: randomUUID(),
      amount: 2_400,
      currency: 'EUR',
      transaction_type: 'PURCHASE',
    } as const
    const { id: sessionId } = await gateway.sessions.create({
      ...expected,
      description: 'Field notebook',
      return_url: returnUrl(order),
    })
    return { expected, sessionId }
  }

  function find(order: string): Attempt {
    const attempt = attempts.get(order)
    if (!attempt) throw new Error('There is no such order')
    return attempt
  }

  async function outcomeOf({ expected, sessionId }: Attempt): Promise<Outcome> {
    const { found, transaction } = await gateway.transactions.status(sessionId)
    if (!found) return outcomeOfSession(sessionId)
    const { kind } = resolveOrder(expected, transaction)
    // The input was rejected: only the session says whether it still accepts a payment.
    return kind === 'invalid' ? outcomeOfSession(sessionId) : kind
  }

  async function outcomeOfSession(sessionId: string): Promise<Outcome> {
    try {
      return SESSION_OUTCOMES[(await gateway.sessions.get(sessionId)).status] ?? 'pending'
    } catch (error) {
      if (isGatewayError(error) && error.code === 'not_found') return 'expired'
      throw error
    }
  }

  return {
    /** @returns the id of a new order, a key to the order: hard to guess. */
    async create(): Promise<string> {
      const order = randomUUID()
      attempts.set(order, await openSession(order))
      return order
    },
    has: (order: string): boolean => attempts.has(order),
    /** The session that the order is paid in now. */
    sessionOf: (order: string): string => find(order).sessionId,
    /** Queries the gateway, because a browser's report of a payment is a hint. */
    outcome: (order: string): Promise<Outcome> => outcomeOf(find(order)),
    /** @returns the session of the next try; the same session while the payment may still be, or become, paid. */
    async tryAgain(order: string): Promise<string> {
      const last = find(order)
      if (!UNPAID.includes(await outcomeOf(last))) return last.sessionId
      const next = await openSession(order)
      // Another window may have been faster.
      if (find(order) === last) attempts.set(order, next)
      return find(order).sessionId
    },
  }
}
