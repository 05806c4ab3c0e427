import type { TransactionEvent, TransactionEventPayload } from '@sluice/types'
import { isFinalStatus } from '@sluice/types/vocabulary'

/** The minimum that a receiver stores of a transaction. */
export type KnownTransaction = Pick<TransactionEventPayload, 'id' | 'status' | 'updated_at'>

/**
 * Returns the state of a transaction after an event. Events may be duplicated and reordered: the result is the same
 * in every order.
 *
 * The state never goes back: a final status stays, an earlier status does not replace a later one, and of two equal
 * ones the later `updated_at` wins.
 *
 * @param known - the stored state; `null` for the first event.
 * @returns `known` itself if the event changes nothing, so that `===` detects it.
 * @throws {TypeError} when the event is about another transaction.
 *
 * @example
 * ```ts
 * const next = reduceTransaction(known, event)
 * if (next !== known) await orders.save(next)
 * ```
 */
export function reduceTransaction<Known extends KnownTransaction>(
  known: Known | null | undefined,
  { payload }: Pick<TransactionEvent, 'payload'>,
): Known | TransactionEventPayload {
  if (!known) return payload
  if (known.id !== payload.id) {
    throw new TypeError(`reduceTransaction: the event is about ${payload.id}, not about ${known.id}.`)
  }
  return isNews(known, payload) ? payload : known
}

function isNews(known: KnownTransaction, told: KnownTransaction): boolean {
  const advance = progress(told.status) - progress(known.status)
  if (advance !== 0) return advance > 0
  // Two final statuses cannot both be true, and money may have moved by the first.
  if (isFinalStatus(known.status) && known.status !== told.status) return false
  return Date.parse(told.updated_at) > Date.parse(known.updated_at)
}

/** Returns the progress of a status; one that is newer than this package counts as pending. */
function progress(status: string): number {
  if (isFinalStatus(status)) return 2
  return status === 'CREATED' ? 0 : 1
}
