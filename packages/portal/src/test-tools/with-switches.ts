import type { WebhookLaboratoryRequest, WebhookSubscription } from '@sluice/types'

import { SHARES } from '../webhooks/faults.ts'

/**
 * Turns faults on and off. A share that was chosen on the page of webhooks is kept, and so are the delay and the seed.
 */
export function withSwitches(
  laboratory: WebhookSubscription['laboratory'],
  on: readonly string[],
): WebhookLaboratoryRequest {
  const shares = SHARES.filter((name) => on.includes(name)).map(
    (name) => [name, laboratory?.[name] || true] as const,
  )
  const delay = laboratory?.delay_seconds ?? 0
  const faults = { ...Object.fromEntries(shares), ...(delay > 0 ? { delay_seconds: delay } : {}) }
  const seed = laboratory?.seed ?? null
  return seed === null || Object.keys(faults).length === 0 ? faults : { ...faults, seed }
}
