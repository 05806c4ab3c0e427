import { type OrderOutcome, resolveOrder, type SessionStatus, type Transaction } from '@sluice/server-sdk'
import { currentAttempt, type FailedOutcome, type Order, type Payment } from './orders.ts'

/** The meaning of the gateway's answer for an order. */
export type Verdict =
  | { readonly kind: 'paid'; readonly payment: Payment }
  | { readonly kind: FailedOutcome; readonly processingCode: string | null }
  /** Nothing is decided yet. */
  | { readonly kind: 'pending' }
  /** The form was refused and can be corrected; the session is still open. */
  | { readonly kind: 'open' }
  /** The transaction is not this order's. */
  | { readonly kind: 'mismatch'; readonly members: readonly string[] }

const KINDS: Readonly<
  Record<Exclude<OrderOutcome['kind'], 'mismatch'>, Exclude<Verdict['kind'], 'mismatch'>>
> = {
  paid: 'paid',
  pending: 'pending',
  declined: 'declined',
  canceled: 'canceled',
  expired: 'expired',
  invalid: 'open',
  // Compared with a purchase, neither is reached; neither pays.
  authorized: 'pending',
  otherOperation: 'pending',
}

/**
 * Returns what a transaction means for an order. Nothing that came through the browser counts,
 * and nothing counts before the transaction is known to be this order's: that of another order may be paid.
 */
export function verdictOf(order: Order, terminalId: string, transaction: Transaction): Verdict {
  const expected = {
    reference: currentAttempt(order).reference,
    amount: order.amountMinor,
    currency: order.currency,
    terminal_id: terminalId,
    transaction_type: 'PURCHASE',
  } as const
  const outcome = resolveOrder(expected, transaction)
  if (outcome.kind === 'mismatch') return outcome
  const kind = KINDS[outcome.kind]
  if (kind === 'paid') {
    return { kind, payment: { transactionId: transaction.id, reference: transaction.reference } }
  }
  return kind === 'pending' || kind === 'open'
    ? { kind }
    : { kind, processingCode: transaction.processing_code }
}

const SESSION_VERDICTS: Readonly<Record<SessionStatus, Verdict>> = {
  CREATED: { kind: 'open' },
  PENDING: { kind: 'pending' },
  // Without the transaction there is nothing to compare: query again.
  APPROVED: { kind: 'pending' },
  DECLINED: { kind: 'declined', processingCode: null },
  CANCELED: { kind: 'canceled', processingCode: null },
  SESSION_EXPIRED: { kind: 'expired', processingCode: null },
}

/** Evaluates a session without a transaction: it was not paid, or the customer canceled before. */
export function verdictOfSession(status: SessionStatus): Verdict {
  return Object.hasOwn(SESSION_VERDICTS, status) ? SESSION_VERDICTS[status] : { kind: 'pending' }
}
