import type { SessionStatus, Transaction, TransactionStatus } from '@sluice/server-sdk'
import { currentAttempt, type FailedOutcome, type Order, type Payment } from './orders.ts'

/** What the gateway's answer means for an order. */
export type Verdict =
  | { readonly kind: 'paid'; readonly payment: Payment }
  | { readonly kind: FailedOutcome; readonly processingCode: string | null }
  /** Nothing is decided yet. */
  | { readonly kind: 'pending' }
  /** The form was refused and can be corrected; the session is still open. */
  | { readonly kind: 'open' }
  /** The transaction is not this order's. */
  | { readonly kind: 'mismatch'; readonly members: readonly string[] }

const VERDICTS: Readonly<Record<TransactionStatus, Exclude<Verdict['kind'], 'mismatch'>>> = {
  CREATED: 'pending',
  PENDING: 'pending',
  APPROVED: 'paid',
  DECLINED: 'declined',
  CANCELED: 'canceled',
  SESSION_EXPIRED: 'expired',
  INVALID: 'open',
}

/**
 * Judges the transaction that the gateway reports for an order. Nothing that came through the browser counts, and
 * nothing counts before the transaction is known to be this order's: that of another order may be paid.
 */
export function judgeTransaction(order: Order, terminalId: string, transaction: Transaction): Verdict {
  const expected = {
    reference: currentAttempt(order).reference,
    amount: order.amountMinor,
    currency: order.currency,
    terminal_id: terminalId,
  }
  const members = Object.entries(expected)
    .filter(([name, value]) => transaction[name as keyof typeof expected] !== value)
    .map(([name]) => name)
  if (members.length > 0) return { kind: 'mismatch', members }

  // A status younger than this shop is no reason to ship, nor to give up.
  const kind = Object.hasOwn(VERDICTS, transaction.status) ? VERDICTS[transaction.status] : 'pending'
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
  // Without its transaction nothing can be compared: ask again.
  APPROVED: { kind: 'pending' },
  DECLINED: { kind: 'declined', processingCode: null },
  CANCELED: { kind: 'canceled', processingCode: null },
  SESSION_EXPIRED: { kind: 'expired', processingCode: null },
}

/** Judges a session that has no transaction: nobody paid, or the customer canceled before. */
export function judgeSession(status: SessionStatus): Verdict {
  return Object.hasOwn(SESSION_VERDICTS, status) ? SESSION_VERDICTS[status] : { kind: 'pending' }
}
