import type { Transaction } from '@sluice/types'

import { PENDING_REASONS } from '../texts/payment-texts.ts'
import { capitalize } from '../wording/format.ts'

export type PendingReasons = Readonly<Record<string, string>>

/**
 * Returns the text below the status of a payment in a row, without repeating the status: "Insufficient funds" below "Declined". Empty if
 * the status needs no explanation.
 *
 * @param reasons - what pending payments wait for, by id.
 */
export function describeOutcome(
  { id, status, response_message: message }: Pick<Transaction, 'id' | 'status' | 'response_message'>,
  reasons: PendingReasons,
): string {
  if (status === 'PENDING') return describePending(reasons[id])?.short ?? ''
  if (status === 'APPROVED' || message === null || REPEATS.test(message)) return ''
  return capitalize(message.replace(/^Declined, /, ''))
}

/** Messages that only repeat the status. */
const REPEATS = /^(?:Declined \(generic\)|Canceled|Session expired|Pending|Invalid request \(generic\))$/

/** Undefined for no reason, and for one that a newer gateway knows. */
export function describePending(reason: string | undefined) {
  return (PENDING_REASONS as Readonly<Record<string, { short: string; long: string }>>)[reason ?? '']
}
