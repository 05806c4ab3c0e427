/** The statuses of a transaction, in the order in which it can pass through them. */
export const TRANSACTION_STATUSES = [
  'CREATED',
  'PENDING',
  'APPROVED',
  'DECLINED',
  'CANCELED',
  'INVALID',
  'SESSION_EXPIRED',
] as const

/** The status of a transaction. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** Once here, a transaction never changes its status again. */
export const FINAL_STATUSES = ['APPROVED', 'DECLINED', 'CANCELED', 'INVALID', 'SESSION_EXPIRED'] as const

/** A status that no longer changes. */
export type FinalStatus = (typeof FINAL_STATUSES)[number]

/** Returns whether a status is final. */
export function isFinalStatus(status: string): status is FinalStatus {
  return (FINAL_STATUSES as readonly string[]).includes(status)
}
