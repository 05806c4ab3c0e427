import type {
  AttemptRecord,
  ClaimedDelivery,
  Endpoint,
  LeasedDelivery,
  ReadySubscription,
  SubscriptionKey,
  DeliveryVerdict,
} from './delivery.ts'

/** The maximum number of deliveries to claim for one subscription. */
export interface ClaimRequest {
  readonly subscriptionId: string
  readonly limit: number
}

/** The effect of a stored result. */
export interface ResultEffect {
  /** False when the lease had ended and another process had taken the delivery, whose result counts then. */
  readonly counts: boolean
  /** Whether the result disabled its subscription; of several that would have, one did. */
  readonly disabled: boolean
}

/**
 * The dispatcher's view of the due deliveries. Leases are between processes and go by one time for all of them: a
 * server's own, or the machine's where the database is embedded.
 */
export interface DeliveryQueue {
  /** Subscriptions with something due that no process is sending; of all merchants, or of these. */
  listReady(nowMs: number, merchantIds: readonly string[] | null): Promise<readonly ReadySubscription[]>
  /** Returns the time when the next delivery becomes due; null if there is none. */
  findNextDue(nowMs: number): Promise<number | null>
  /**
   * Claims deliveries of a merchant's subscriptions in one commit, for each those first that waited longest. No other
   * process gets them while the lease lasts.
   */
  claim(
    merchantId: string,
    inputs: readonly ClaimRequest[],
    times: { readonly nowMs: number; readonly leaseMs: number },
  ): Promise<readonly LeasedDelivery[]>
  /** Reads the bodies of what was claimed from one merchant. */
  readPayloads(leased: readonly LeasedDelivery[]): Promise<readonly ClaimedDelivery[]>
  /** The endpoints by subscription: an error if its secrets cannot be opened, and no entry if it no longer exists. */
  findEndpoints(
    merchantId: string,
    subscriptionIds: readonly string[],
  ): Promise<ReadonlyMap<string, Endpoint | Error>>
  /** Writes down what happened. */
  record(
    delivery: LeasedDelivery,
    result: {
      readonly attempts: readonly AttemptRecord[]
      readonly verdict: DeliveryVerdict
      /** The generation of the endpoint that it was sent to. */
      readonly revision: number
      readonly nowMs: number
    },
  ): Promise<ResultEffect>
  /** Postpones it once, for fault injection. */
  postpone(
    delivery: LeasedDelivery,
    options: { readonly untilMs: number; readonly nowMs: number },
  ): Promise<void>
  /** Returns deliveries that will not be sent now to the queue. */
  release(deliveries: readonly LeasedDelivery[]): Promise<void>
  /** Cancels the open deliveries of a disabled subscription. */
  cancelOpen(subscription: SubscriptionKey): Promise<void>
  /** Used for databases with one process at a time, whose previous sender no longer exists. */
  endLeases(): Promise<void>
}
