import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import type { TransactionStore } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import { toWireTransaction } from '../answer/transaction.wire.ts'

/** Serves the status of a payment by transaction id or session id. @see docs/protocol/sessions.md#sessions */
export function registerStatus(
  server: HttpServer,
  {
    store,
    findBySession,
  }: {
    readonly store: Pick<TransactionStore, 'find'>
    /** Returns the latest transaction of a session; null if there is none. */
    readonly findBySession: (merchantId: string, sessionId: string) => Promise<Transaction | null>
  },
): void {
  registerEndpoint(server, 'getStatus', async ({ params, caller }) => {
    const transaction =
      (await store.find(caller.merchantId, params.id)) ?? (await findBySession(caller.merchantId, params.id))
    return transaction
      ? { status: 200, body: { found: true, transaction: toWireTransaction(transaction) } }
      : { status: 404, body: { found: false, transaction: null } }
  })
}
