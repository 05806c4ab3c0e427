import type { WebhookLaboratory } from '@sluice/types'

import type { Laboratory } from './plan-laboratory.ts'

/** Reads what {@link writeLaboratory} wrote. */
export function readLaboratory(text: string | null): Laboratory | null {
  if (text === null) return null
  const { delay_seconds: delaySeconds, ...rates } = JSON.parse(text) as WebhookLaboratory
  return { ...rates, delaySeconds }
}

/** Writes the switches of a subscription as its row keeps them; null when all are off. */
export function writeLaboratory({ delaySeconds, ...rates }: Laboratory): string | null {
  const { duplicate, reorder, drop } = rates
  if (duplicate === 0 && reorder === 0 && drop === 0 && delaySeconds === 0) return null
  return JSON.stringify({ ...rates, delay_seconds: delaySeconds } satisfies WebhookLaboratory)
}
