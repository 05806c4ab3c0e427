import type { AttemptRecord, ClaimedDelivery, Endpoint, SubscriptionKey, Verdict } from './delivery.ts'

/** What a dispatcher needs of the deliveries that are due. Leases are between processes and go by the machine's time. */
export interface DeliveryQueue {
  /** Subscriptions with something due that no process is sending; of all merchants, or of these. */
  listReady(
    now: { readonly nowMs: number; readonly realNowMs: number },
    merchantIds: readonly string[] | null,
  ): Promise<readonly SubscriptionKey[]>
  /** When the next delivery becomes due that is not due yet; null for none. */
  findNextDue(nowMs: number): Promise<number | null>
  /**
   * Takes deliveries of one subscription, those first that waited longest. No other process gets them while the lease
   * lasts.
   */
  claim(
    subscription: SubscriptionKey,
    options: {
      readonly nowMs: number
      readonly realNowMs: number
      readonly leaseUntilMs: number
      readonly limit: number
    },
  ): Promise<readonly ClaimedDelivery[]>
  /** Null when the subscription is gone. */
  findEndpoint(subscription: SubscriptionKey): Promise<Endpoint | null>
  /**
   * Writes down what happened; false when the lease had ended and another process had taken the delivery, whose result
   * counts then.
   */
  record(
    delivery: ClaimedDelivery,
    result: {
      readonly attempts: readonly AttemptRecord[]
      readonly verdict: Verdict
      readonly nowMs: number
    },
  ): Promise<boolean>
  /** Puts it off once, for the laboratory. */
  postpone(
    delivery: ClaimedDelivery,
    options: { readonly untilMs: number; readonly nowMs: number },
  ): Promise<void>
  /** Gives back what will not be sent now. */
  release(deliveries: readonly ClaimedDelivery[]): Promise<void>
  /** Cancels the open deliveries of a disabled subscription. */
  cancelOpen(subscription: SubscriptionKey): Promise<void>
  /** For a database that has one process at a time: the sender is gone. */
  endLeases(): Promise<void>
}
