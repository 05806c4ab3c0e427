import type { Secret } from '@sluice/platform/kernel/secret'

/** The secrets that sign, or signed, messages of a subscription. */
export interface SigningSecret {
  readonly subscriptionId: string
  /** `whsec_…`, or `whsk_…` of `v1a` signatures. */
  readonly secret: Secret<string>
  /** The time until which the secret signs; null for the current one. */
  readonly untilMs: number | null
}

/** The messages to a merchant's receivers, and their signatures. */
export interface SigningRecords {
  /** Lists the secrets of all subscriptions of the merchant, including rotated ones until they are replaced. */
  listSecrets(merchantId: string): Promise<readonly SigningSecret[]>
  /** The body that was sent to a subscription under a `webhook-id`; null for nothing. */
  findSent(merchantId: string, subscriptionId: string, eventId: string): Promise<string | null>
}
