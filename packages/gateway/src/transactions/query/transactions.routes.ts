import { LIMITS } from '@sluice/types/vocabulary'

import { registerEndpoint } from '../../platform/http/endpoint-routes.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { cursorRefusal } from '../../platform/http/read-cursor.ts'
import { toWireTransaction } from '../answer/transaction.wire.ts'
import type { FindTransactions } from './transaction-search.ts'

/** Serves the list of a merchant's transactions. @see docs/protocol.md#finding-transactions */
export function registerTransactionList(
  server: HttpServer,
  {
    findTransactions,
    hashSessionId,
  }: {
    readonly findTransactions: FindTransactions
    /** How a session is kept: its id is a key to it. */
    readonly hashSessionId: (sessionId: string) => string
  },
): void {
  registerEndpoint(server, 'listTransactions', async ({ query, caller }) => {
    const { found, nextAfterId } = await findTransactions({
      merchantId: caller.merchantId,
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
    })
    return {
      status: 200,
      body: { data: found.map(toWireTransaction), next_cursor: nextAfterId },
    }
  })
}

/** A page is named by the last id before it; ids follow time, so that no page shifts. */
function readLastId(cursor: string): string {
  if (UUID.test(cursor)) return cursor
  throw cursorRefusal()
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
