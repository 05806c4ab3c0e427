import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { toWireTransaction } from '../answer/transaction.wire.ts'
import type { FindTransactions } from './transaction-search.ts'
import { toTransactionSearch } from './transaction-search.wire.ts'

export interface TransactionListPorts {
  readonly findTransactions: FindTransactions
  /** Hashes a session's id, because the id gives access to the session. */
  readonly hashSessionId: (sessionId: string) => string
}

/** Serves the list of a merchant's transactions. @see docs/protocol/transactions.md#finding-transactions */
export function registerTransactionList(
  server: HttpServer,
  { findTransactions, hashSessionId }: TransactionListPorts,
): void {
  registerEndpoint(server, 'listTransactions', async ({ query, caller }) => {
    const search = toTransactionSearch(query, caller.merchantId, hashSessionId)
    const { found, nextAfterId } = await findTransactions(search)
    return {
      status: 200,
      body: { data: found.map(toWireTransaction), next_cursor: nextAfterId },
    }
  })
}
