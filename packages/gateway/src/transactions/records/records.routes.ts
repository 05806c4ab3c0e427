import { registerEndpoint, RequestRefusal } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { toWireRecord } from './record.wire.ts'
import type { TransactionRecords } from './transaction-records.store.ts'

/** More records than any payment has. The sums include all of them. */
const RECORDS_MAX = 1_000

/** Serves the records of a transaction. @see docs/protocol/resolution.md#records */
export function registerRecords(
  server: HttpServer,
  { records }: { readonly records: Pick<TransactionRecords, 'list'> },
): void {
  registerEndpoint(server, 'listTransactionRecords', async ({ params, caller }) => {
    const found = await records.list(caller.merchantId, params.id, RECORDS_MAX)
    if (found === null) throw new RequestRefusal(404, { error: 'Not Found' })
    return { status: 200, body: { data: found.map(toWireRecord) } }
  })
}
