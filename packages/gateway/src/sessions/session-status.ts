import type { SessionStatus, TransactionStatus } from '@sluice/types/vocabulary'

/**
 * Returns the status of a session after its transaction. An INVALID one leaves it open, so that the form can be
 * corrected.
 */
export const SESSION_STATUS: Readonly<Record<TransactionStatus, SessionStatus>> = {
  CREATED: 'PENDING',
  PENDING: 'PENDING',
  APPROVED: 'APPROVED',
  DECLINED: 'DECLINED',
  CANCELED: 'CANCELED',
  SESSION_EXPIRED: 'SESSION_EXPIRED',
  INVALID: 'CREATED',
}
