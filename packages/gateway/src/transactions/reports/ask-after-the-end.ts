import { callLeaseMs } from '../execution/open.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { ProviderOrder } from '../execution/execution-records.ts'
import { confirm, noteLateMoney, type ReportPorts } from './receive-report.ts'

/** How many orders one round takes on; the rest is due in the next. */
const BATCH = 20

/** A provider that cannot be asked is asked again. */
const ASK_AGAIN_MS = 3_600_000

/**
 * Asks the providers of orders that ended here before they ended there, and of attempts that were declined and
 * corrected: paid all the same, the money goes back, even when no report ever said so. Gives how many it looked at.
 */
export async function askAfterTheEnd(ports: ReportPorts): Promise<number> {
  const nowMs = ports.clock.now()
  const untilMs = nowMs + callLeaseMs(ports.providerTimeoutMs)
  const orders = await ports.reports.claimGivenUp({ nowMs, untilMs, limit: BATCH })
  await Promise.all(orders.map((order) => look(ports, order)))
  return orders.length
}

async function look(ports: ReportPorts, order: ProviderOrder): Promise<void> {
  const found = await confirm(ports.providers.get(order.providerId), order)
  if (found === 'unknown') {
    await ports.reports.noteLastLook(order, ports.clock.now() + ASK_AGAIN_MS)
    return
  }
  if (found !== null && statusForCode(found.processingCode) === 'APPROVED') {
    await noteLateMoney(ports, order, { reported: 'never', reference: found.referenceNumber ?? '' })
  }
  await ports.reports.noteLastLook(order, null)
}
