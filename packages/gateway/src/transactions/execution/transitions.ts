import { isFinalStatus, type TransactionStatus } from '@sluice/types/vocabulary'

/**
 * Which status may follow which; what is not listed is forbidden.
 *
 * @see docs/protocol.md#transactions
 */
export const TRANSITIONS: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  CREATED: ['PENDING', 'APPROVED', 'DECLINED', 'CANCELED', 'INVALID', 'SESSION_EXPIRED'],
  PENDING: ['APPROVED', 'DECLINED', 'CANCELED', 'INVALID', 'SESSION_EXPIRED'],
  APPROVED: [],
  DECLINED: [],
  CANCELED: [],
  INVALID: [],
  SESSION_EXPIRED: [],
}

export function mayFollow(from: TransactionStatus, to: TransactionStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** Throws on a transition that the table does not list: a bug here must stop before it is stored. */
export function assertTransition(from: TransactionStatus, to: TransactionStatus): void {
  if (!mayFollow(from, to)) {
    const reason = isFinalStatus(from) ? 'is final' : 'does not lead there'
    throw new Error(`Forbidden transition ${from} → ${to}: ${from} ${reason}`)
  }
}
