import { rulesOfFlow } from '../execution/flow.ts'
import { callLeaseMs } from '../execution/open.ts'
import { canAsk, declaredCall } from '../execution/status-query.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { AbandonedOrder } from './provider-reports.ts'
import { confirm, recordLateMoney, recordUnresolved, type ReportPorts } from './receive-report.ts'

/** The number of orders in one round; the next takes the rest. */
const BATCH = 20

/** The interval between queries to a provider that is unavailable, or has not decided. */
const ASK_AGAIN_MS = 3_600_000

/** Providers' own pages expire within a day. Orders that are still open then need manual resolution. */
const LOOKS_END_MS = 86_400_000

/**
 * Queries the providers of orders that ended here before they ended there, and of attempts that were declined and
 * corrected. If one was paid all the same, the money is reversed, even without a report. Returns the number of orders
 * that were checked.
 */
export async function queryAfterTheEnd(ports: ReportPorts): Promise<number> {
  const nowMs = ports.clock.now()
  const untilMs = nowMs + callLeaseMs(ports.providerTimeoutMs)
  const orders = await ports.reports.claimGivenUp({ nowMs, untilMs, limit: BATCH })
  await Promise.all(orders.map((order) => look(ports, order)))
  return orders.length
}

async function look(ports: ReportPorts, order: AbandonedOrder): Promise<void> {
  const provider = ports.providers.get(order.providerId)
  const transaction = await ports.store.find(order.merchantId, order.transactionId)
  // Late payments at a provider that is never queried arrive only as reports.
  if (transaction === null || declaredCall(provider, transaction).lookup === 'events-only')
    return ports.reports.recordLastQuery(order, null)
  const attempt = { merchantId: order.merchantId, id: order.attemptId }
  const isUnnamed = provider !== undefined && !(await canAsk(provider, transaction, attempt))
  const found = isUnnamed ? null : await confirm(provider, order, transaction)
  const nowMs = ports.clock.now()
  const status = found === 'unknown' || found === null ? found : statusForCode(found.processingCode)
  const isUndecided = status === null || status === 'PENDING'
  if (status === 'unknown' || (isUndecided && nowMs < order.endedAtMs + LOOKS_END_MS)) {
    await ports.reports.recordLastQuery(order, nowMs + ASK_AGAIN_MS)
    return
  }
  if (status === 'PENDING' || isUnnamed) await recordUnresolved(ports, order)
  if (status === 'APPROVED' && rulesOfFlow(transaction).lateMoney === 'tell-a-person')
    await recordUnresolved(ports, order)
  else if (status === 'APPROVED' && found !== null && found !== 'unknown') {
    const { referenceNumber, approvedMinor } = found
    await recordLateMoney(ports, order, {
      learned: 'when asked',
      reference: referenceNumber ?? '',
      ...(approvedMinor !== undefined && { approved_amount: String(approvedMinor) }),
    })
  }
  await ports.reports.recordLastQuery(order, null)
}
