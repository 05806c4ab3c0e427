import type { WebhookDisabledReason } from '@sluice/types/vocabulary'

import type { FaultInjection } from './plan-faults.ts'
import type { WebhookSubscription } from './subscription.ts'

/** A subscription and how its deliveries go. */
export interface SubscriptionRecord extends WebhookSubscription {
  readonly disabledReason: WebhookDisabledReason | null
  readonly disabledAtMs: number | null
  /** The first failure after the last success. */
  readonly failingSinceMs: number | null
  /** The time until which the previous secret also signs; null if it does not. */
  readonly previousSecretUntilMs: number | null
  readonly laboratory: FaultInjection | null
}

/** Reads subscriptions as their merchant sees them. Records of another merchant are not found. */
export interface SubscriptionRecords {
  /** The oldest first. */
  list(merchantId: string): Promise<readonly SubscriptionRecord[]>
  find(merchantId: string, subscriptionId: string): Promise<SubscriptionRecord | null>
}
