/** Where a merchant wants its events sent. */
export interface WebhookSubscription {
  readonly merchantId: string
  readonly id: string
  readonly url: string
  /** Event names and short filters. */
  readonly filters: readonly string[]
  readonly status: 'ACTIVE' | 'DISABLED'
}

export interface SubscriptionStore {
  /** Adds a subscription with a new secret and gives the secret, which is never shown again. */
  add(subscription: Omit<WebhookSubscription, 'id' | 'status'>): Promise<string>
  /** The merchant's subscriptions, the oldest first. */
  list(merchantId: string): Promise<readonly WebhookSubscription[]>
}

/** Every transaction event; that a card was saved has to be named. */
export const DEFAULT_FILTERS: readonly string[] = ['*', 'tokenization-webhook:payment-method:tokenized']
