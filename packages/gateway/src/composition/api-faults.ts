import type { Clock } from '@sluice/platform/kernel/clock'
import type { InterfereWith } from '@sluice/platform/http/http-server-options'
import { edgeRefusal, failureRefusal, outageRefusal } from '@sluice/platform/http/request-refusal'

import { findFault, type MerchantStore } from '../merchants/index.ts'
import type { Infrastructure } from './infrastructure.ts'

/**
 * Lets requests of a sandbox meet the faults that are switched on: the same statuses, bodies and headers that a merchant's
 * server would meet in production. Nothing was executed then, and no `Idempotency-Key` was used.
 *
 * @decision 0281
 */
export function createApiFaults({
  findFaults,
  realTime,
  timers,
}: Pick<MerchantStore, 'findFaults'> &
  Pick<Infrastructure, 'timers'> & {
    readonly realTime: Clock
  }): InterfereWith {
  return async (merchantId, requestId) => {
    const faults = await findFaults(merchantId)
    if (faults.length === 0) return
    const nowMs = realTime.now()
    const { latencyMs = null } = findFault(faults, 'API_LATENCY', nowMs) ?? {}
    if (latencyMs !== null) await timers.sleep(latencyMs)
    if (findFault(faults, 'EDGE_REFUSAL', nowMs)) throw edgeRefusal()
    if (findFault(faults, 'API_UNAVAILABLE', nowMs)) throw outageRefusal()
    if (findFault(faults, 'API_ERROR', nowMs)) throw failureRefusal(requestId)
  }
}
