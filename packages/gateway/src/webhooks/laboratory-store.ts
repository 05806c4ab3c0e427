import type { Laboratory } from './plan-laboratory.ts'

/** An edited copy of an event, for one subscription alone. */
export interface EditedCopy {
  readonly merchantId: string
  readonly subscriptionId: string
  /** Its own `webhook-id`. */
  readonly eventId: string
  /** The name that the edited message carries. */
  readonly eventType: string
  readonly payload: string
}

/** Keeps what only the test environment can do with webhooks. */
export interface LaboratoryStore {
  /** False when the merchant has no such subscription. */
  setSwitches(merchantId: string, subscriptionId: string, switches: Laboratory): Promise<boolean>
  /** What the merchant was told last about a transaction; null of one that is unknown, or not final. */
  findLastEvent(
    merchantId: string,
    transactionId: string,
  ): Promise<{ readonly eventType: string; readonly payload: string } | null>
  /** Writes the copy, due now; gives the id of its delivery. */
  addCopy(copy: EditedCopy): Promise<string>
  /** Removes the subscription and its deliveries; false when the merchant has no such subscription. */
  removeSubscription(merchantId: string, subscriptionId: string): Promise<boolean>
}
