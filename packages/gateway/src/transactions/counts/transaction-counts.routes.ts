import type { FastifyRequest } from 'fastify'

import { type Clock, toTimestamp } from '@sluice/platform/kernel/clock'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { type CountTransactions, DAY_MS } from './transaction-counts.ts'

/** The number of bars that fit on a phone, and at least the current month. */
const DAYS = 31

/**
 * Serves the outcomes of a merchant's payments in the last weeks for the portal.
 *
 * @see docs/protocol/portal.md#portal-data
 */
export function registerTransactionCounts(
  server: HttpServer,
  {
    countTransactions,
    clock,
    requirePermission,
  }: {
    readonly countTransactions: CountTransactions
    readonly clock: Clock
    /** Returns the merchant of the person, after checking the permission. */
    readonly requirePermission: (request: FastifyRequest) => Promise<{ readonly merchantId: string }>
  },
): void {
  server.get('/portal/transaction-counts', { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await requirePermission(request)
    const sinceMs = (Math.floor(clock.now() / DAY_MS) - DAYS + 1) * DAY_MS
    const { counts, countedSinceMs } = await countTransactions(merchantId, sinceMs)
    return sendAnswer(reply, 200, {
      since: toTimestamp(sinceMs),
      days: DAYS,
      counted_since: countedSinceMs === null ? null : toTimestamp(countedSinceMs),
      counts: counts.map(({ day, methodType, processingCode, volumeMinor, netMinor, ...counted }) => ({
        ...counted,
        day: toTimestamp(day * DAY_MS).slice(0, 10),
        processing_code: processingCode,
        payment_method_type: methodType,
        volume: volumeMinor,
        net: netMinor,
      })),
    })
  })
}
