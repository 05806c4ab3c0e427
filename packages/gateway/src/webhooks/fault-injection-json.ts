import type { WebhookLaboratory } from '@sluice/types'

import type { FaultInjection } from './plan-faults.ts'

/** Reads what {@link writeFaultInjection} wrote. */
export function readFaultInjection(text: string | null): FaultInjection | null {
  if (text === null) return null
  const { delay_seconds: delaySeconds, ...rates } = JSON.parse(text) as WebhookLaboratory
  return { ...rates, delaySeconds }
}

/** Serializes the switches of a subscription for its row; null if all are off. */
export function writeFaultInjection({ delaySeconds, ...rates }: FaultInjection): string | null {
  const { duplicate, reorder, drop } = rates
  if (duplicate === 0 && reorder === 0 && drop === 0 && delaySeconds === 0) return null
  return JSON.stringify({ ...rates, delay_seconds: delaySeconds } satisfies WebhookLaboratory)
}
