import type { QueryOf } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { cursorRefusal } from '@sluice/platform/http/read-cursor'

import type { TransactionSearch } from './transaction-search.ts'

/**
 * What the list of transactions was asked for.
 *
 * @param hashSessionId - how a session is kept: its id is a key to it.
 * @throws {RequestRefusal} 422 for a cursor that is none.
 */
export function toTransactionSearch(
  query: QueryOf<'listTransactions'>,
  merchantId: string,
  hashSessionId: (sessionId: string) => string,
): TransactionSearch {
  return {
    merchantId,
    reference: query.reference ?? null,
    email: query.email?.toLowerCase() ?? null,
    last4: query.last4 ?? null,
    status: query.status ?? null,
    transactionType: query.transaction_type ?? null,
    methodType: query.payment_method_type ?? null,
    terminalId: query.terminal_id ?? null,
    customerId: query.customer_id ?? null,
    parentId: query.parent_id ?? null,
    sessionHash: query.session_id === undefined ? null : hashSessionId(query.session_id),
    amountMinor: query.amount ?? null,
    currency: query.currency ?? null,
    fromMs: query.from === undefined ? null : Date.parse(query.from),
    toMs: query.to === undefined ? null : Date.parse(query.to),
    afterId: query.cursor === undefined ? null : readLastId(query.cursor),
    limit: query.limit ?? LIMITS.PAGE_SIZE_DEFAULT,
  }
}

/** A page is named by the last id before it; ids follow time, so that no page shifts. */
function readLastId(cursor: string): string {
  if (UUID.test(cursor)) return cursor
  throw cursorRefusal()
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
