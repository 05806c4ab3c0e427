import type { Secret } from '@sluice/platform/kernel/secret'

/** The merchant and the card of a call. */
export interface CallSubject {
  readonly merchantId: string
  /** Null for a call without a card. */
  readonly card: Secret<string> | null
}

/** Returns whether two calls are for different merchants or cards: some calls hang because of their card. */
export function differ(one: CallSubject, other: CallSubject): boolean {
  if (one.merchantId !== other.merchantId) return true
  return one.card !== null && other.card !== null && one.card.reveal() !== other.card.reveal()
}
