import type { AuditActor } from '@sluice/platform/audit/audit-entry'

/** The destination of a merchant's events. */
export interface WebhookSubscription {
  readonly merchantId: string
  readonly id: string
  readonly url: string
  /** Event names and short filters. */
  readonly filters: readonly string[]
  readonly status: 'ACTIVE' | 'DISABLED'
}

/** Changes with an actor are recorded in the audit trail; those without were recorded by the caller. */
export interface SubscriptionStore {
  /**
   * Adds a subscription with a new secret and returns the secret, which is never shown again. Returns null, and
   * adds nothing, if the merchant has reached {@link MERCHANT_CAPS} `subscriptions`.
   */
  add(
    subscription: Omit<WebhookSubscription, 'id' | 'status'>,
    actor?: AuditActor,
  ): Promise<{ readonly id: string; readonly secret: string } | null>
  /** Changes the address or the events from now on; false if there is no such subscription. */
  change(subscription: Omit<WebhookSubscription, 'status'>, actor?: AuditActor): Promise<boolean>
  /**
   * Disables a subscription until it is enabled. Events in the meantime are stored as `CANCELED` deliveries.
   * Returns false if there is no such subscription.
   */
  switchOff(merchantId: string, subscriptionId: string, actor?: AuditActor): Promise<boolean>
  /**
   * Ends a subscription for good, faults included: the record stays, for deliveries refer to it, and is found by no other
   * method of this store. False if there is no such subscription.
   */
  remove(merchantId: string, subscriptionId: string, actor?: AuditActor): Promise<boolean>
  /** The merchant's subscriptions that were not removed, the oldest first. */
  list(merchantId: string): Promise<readonly WebhookSubscription[]>
  /**
   * Creates a new secret for the subscription; the present one also signs for a day. The same request again gets the
   * same secret. Null when there is no such subscription.
   *
   * @param requestKey - names the request; null for one that is never repeated.
   */
  rotateSecret(
    merchantId: string,
    subscriptionId: string,
    requestKey: string | null,
  ): Promise<{ readonly secret: string; readonly previousValidUntilMs: number } | null>
  /**
   * Delivers to a subscription again that was disabled, by its filters: also where the configuration file took its events
   * away. False when there is no such subscription.
   */
  enable(merchantId: string, subscriptionId: string, actor: AuditActor): Promise<boolean>
}

/** Every transaction event; events of saved cards have to be named. */
export const DEFAULT_FILTERS: readonly string[] = ['*', 'tokenization-webhook:payment-method:tokenized']
