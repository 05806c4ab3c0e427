/** The status of a subscription: whether events are delivered to it. */
export const WEBHOOK_SUBSCRIPTION_STATUSES = ['ACTIVE', 'DISABLED'] as const

/** The status of a subscription: whether events are delivered to it. */
export type WebhookSubscriptionStatus = (typeof WEBHOOK_SUBSCRIPTION_STATUSES)[number]

/**
 * The reasons why a subscription is disabled: its receiver answered 410, every delivery failed for days, the
 * configuration file disables it, a user of the merchant disabled it, or a user removed it.
 */
export const WEBHOOK_DISABLED_REASONS = ['GONE', 'FAILING', 'OPERATOR', 'MERCHANT', 'REMOVED'] as const

/** The reason why a subscription was disabled. */
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number]

/**
 * The status of one event for one subscription: pending, accepted, failed after the last attempt, or canceled because
 * the subscription was disabled.
 */
export const WEBHOOK_DELIVERY_STATUSES = ['DUE', 'DELIVERED', 'FAILED', 'CANCELED'] as const

/** The status of a delivery. */
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number]
