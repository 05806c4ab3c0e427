import type { WebhookLaboratory, WebhookLaboratoryRequest, WebhookSubscription } from '@sluice/types'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import type { FaultInjection } from './plan-faults.ts'
import type { SubscriptionRecord } from './subscription-record.ts'

/** Writes a subscription as its merchant sees it: without its secrets. */
export function toWireSubscription(record: SubscriptionRecord): WebhookSubscription {
  return {
    id: record.id,
    url: record.url,
    filters: [...record.filters],
    status: record.status,
    disabled_reason: record.disabledReason,
    disabled_at: toTime(record.disabledAtMs),
    failing_since: toTime(record.failingSinceMs),
    previous_secret_valid_until: toTime(record.previousSecretUntilMs),
    laboratory: record.laboratory && toWireFaultInjection(record.laboratory),
  }
}

function toWireFaultInjection({ delaySeconds, ...rates }: FaultInjection): WebhookLaboratory {
  return { ...rates, delay_seconds: delaySeconds }
}

/** Reads the switches of a request. Omitted ones are off. */
export function fromFaultInjectionRequest(body: WebhookLaboratoryRequest): FaultInjection {
  return {
    duplicate: body.duplicate ?? 0,
    reorder: body.reorder ?? 0,
    drop: body.drop ?? 0,
    delaySeconds: body.delay_seconds ?? 0,
    seed: body.seed ?? null,
  }
}

function toTime(epochMs: number | null): string | null {
  return epochMs === null ? null : toTimestamp(epochMs)
}
