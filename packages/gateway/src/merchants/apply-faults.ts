import type { Clock } from '@sluice/platform/kernel/clock'
import type { Timers } from '@sluice/platform/kernel/timers'
import type { InterfereWith } from '@sluice/platform/http/http-server-options'
import { edgeRefusal, failureRefusal, outageRefusal } from '@sluice/platform/http/request-refusal'

import type { MerchantStore } from './merchant.store.ts'
import { findFault } from './sandbox-faults.ts'

interface FaultPorts extends Pick<MerchantStore, 'findFaults'> {
  readonly realTime: Clock
}

/**
 * Applies the injected faults of a sandbox to its requests, with the same statuses, bodies and headers that a
 * merchant's server would get in production. A request with a fault executes nothing and uses no `Idempotency-Key`.
 *
 * @decision 0018
 */
export function createApiFaults({
  findFaults,
  realTime,
  timers,
}: FaultPorts & { readonly timers: Pick<Timers, 'sleep'> }): InterfereWith {
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

/** Returns whether a sandbox has an injected outage of a provider. */
export function createIsAway({
  findFaults,
  realTime,
}: FaultPorts): (merchantId: string, providerId: string) => Promise<boolean> {
  return async (merchantId, providerId) => {
    const outage = findFault(await findFaults(merchantId), 'PROVIDER_OUTAGE', realTime.now())
    return outage?.providerIds?.includes(providerId) ?? false
  }
}
