import { registerEndpoint } from '../../platform/http/endpoint-routes.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { TransactionStore } from '../transaction-store.ts'
import { toWireTransaction } from '../transaction.wire.ts'

/** Serves the status by transaction id or by session id. @see docs/protocol.md#sessions */
export function registerStatus(
  server: HttpServer,
  {
    store,
    hashSessionId,
  }: { readonly store: TransactionStore; readonly hashSessionId: (id: string) => string },
): void {
  registerEndpoint(server, 'getStatus', async ({ params, caller }) => {
    const transaction =
      (await store.find(caller.merchantId, params.id)) ??
      (await store.findBySession(caller.merchantId, hashSessionId(params.id)))
    return transaction
      ? { status: 200, body: { found: true, transaction: toWireTransaction(transaction) } }
      : { status: 404, body: { found: false, transaction: null } }
  })
}
