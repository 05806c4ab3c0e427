import type { QueryOf } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { cursorRefusal } from '@sluice/platform/http/read-cursor'

import type { TransactionSearch } from './transaction-search.ts'

/**
 * Reads the search of a query.
 *
 * @param hashSessionId - a session's id gives access to it, so only its hash is stored.
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

/** The cursor of a page is the last id before it: ids are in order of time, so new transactions shift no page. */
function readLastId(cursor: string): string {
  if (UUID.test(cursor)) return cursor
  throw cursorRefusal()
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
