import type { QueryOf } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { cursorRefusal } from '@sluice/platform/http/read-cursor'

import type { TransactionSearch } from './transaction-search.ts'

/**
 * Parses a search from the query string.
 *
 * @param hashSessionId - hashes a session's id, which is stored only as a hash because it gives access.
 * @throws {RequestRefusal} 422 for an invalid cursor.
 */
export function toTransactionSearch(
  query: QueryOf<'listTransactions'>,
  merchantId: string,
  hashSessionId: (sessionId: string) => string,
): TransactionSearch {
  return {
    merchantId,
    filters: {
      ...query,
      email: query.email?.toLowerCase(),
      session_id: query.session_id === undefined ? undefined : hashSessionId(query.session_id),
    },
    referenceOrLast4: query.reference_or_last4 ?? null,
    fromMs: query.from === undefined ? null : Date.parse(query.from),
    toMs: query.to === undefined ? null : Date.parse(query.to),
    afterId: query.cursor === undefined ? null : readLastId(query.cursor),
    limit: query.limit ?? LIMITS.PAGE_SIZE_DEFAULT,
  }
}

/** The cursor of a page is the last id before it. Ids are ordered by time, so new transactions do not shift pages. */
function readLastId(cursor: string): string {
  if (UUID.test(cursor)) return cursor
  throw cursorRefusal()
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
