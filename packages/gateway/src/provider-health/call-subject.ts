import type { Secret } from '@sluice/platform/kernel/secret'

/** For whom a provider is called. */
export interface CallSubject {
  readonly merchantId: string
  /** Null for a call without a card. */
  readonly card: Secret<string> | null
}

/** Whether two calls are of two merchants, or of two cards: some calls hang because of the card that they are about. */
export function differ(one: CallSubject, other: CallSubject): boolean {
  if (one.merchantId !== other.merchantId) return true
  return one.card !== null && other.card !== null && one.card.reveal() !== other.card.reveal()
}
