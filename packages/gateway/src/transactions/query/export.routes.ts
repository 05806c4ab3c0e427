import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

import { ENDPOINTS, type QueryOf, validateRequest } from '@sluice/types'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { type ExportFormat, exportTransactions } from './export-transactions.ts'
import { toTransactionSearch } from './transaction-search.wire.ts'
import type { TransactionListPorts } from './transactions.routes.ts'

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
}

/** An export contains all results, so the page parameters are not accepted. */
const FILTERS = ENDPOINTS.listTransactions.query.omit({ cursor: true, limit: true })

/** Serves a merchant's transactions as a file, at the portal. @see docs/protocol/portal.md#portal-data */
export function registerTransactionExport(
  server: HttpServer,
  ports: TransactionListPorts & {
    /** Returns the merchant of the person, after checking the permission. */
    readonly requirePermission: (request: FastifyRequest) => Promise<{ readonly merchantId: string }>
  },
): void {
  server.get('/portal/exports/:file', { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await ports.requirePermission(request)
    const { file } = request.params as { readonly file: string }
    const format = /^transactions\.(csv|json)$/.exec(file)?.[1] as ExportFormat | undefined
    if (format === undefined) throw notFoundRefusal()
    const query = validateRequest(FILTERS, request.query)
    if (!query.ok) throw validationRefusal(query.errors)
    const filters = query.value as QueryOf<'listTransactions'>
    const search = toTransactionSearch(filters, merchantId, ports.hashSessionId)
    return reply
      .headers({
        'content-type': TYPES[format],
        'content-disposition': `attachment; filename="transactions.${format}"`,
      })
      .send(Readable.from(exportTransactions(ports.findTransactions, search, format)))
  })
}
