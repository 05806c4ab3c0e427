import type { Secret } from '@sluice/platform/kernel/secret'

/** A webhook subscription as the operator wants it. */
export interface ConfiguredSubscription {
  /** Names the subscription within its merchant. */
  readonly id: string
  readonly url: string
  /** Event names and short filters. */
  readonly filters: readonly string[]
  /** The status to set; null keeps the current one. New subscriptions are ACTIVE. */
  readonly status: 'ACTIVE' | 'DISABLED' | null
  /** The `whsec_…` secret; null to have one generated, and stored as long as the subscription exists. */
  readonly secret: Secret<string> | null
  /** `whsk_…` of `v1a` signatures; null for none. */
  readonly signingKey: Secret<string> | null
}
