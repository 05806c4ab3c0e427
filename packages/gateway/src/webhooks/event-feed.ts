/** The position of an event among those of its merchant. */
export interface EventPlace {
  /** The id of the transaction that wrote the event; 0 on databases that commit one after another. */
  readonly commitOrder: number
  /** Within the commit. */
  readonly position: number
}

/** An event in a stream. */
export interface FedEvent {
  /** The id, `msg_…`, which is also the cursor to continue from. */
  readonly id: string
  /** Its full name. */
  readonly type: string
  /** The JSON as webhooks carry it. */
  readonly payload: string
  readonly place: EventPlace
}

/** The position before the first event of every merchant. */
export const BEFORE_ALL: EventPlace = { commitOrder: -1, position: -1 }

/**
 * The events about a merchant's transactions in an order that never changes: every event that was read precedes all
 * events that are read later.
 *
 * @decision 0275
 */
export interface EventFeed {
  /** Has to be called before a merchant's events are read for the first time. */
  prepare(merchantId: string): Promise<void>
  /** Returns the position of an event; null if the id is not an event of the merchant. */
  findPlace(merchantId: string, eventId: string): Promise<EventPlace | null>
  /** Returns the newest event; null if there is none yet. */
  findNewest(merchantId: string): Promise<FedEvent | null>
  /** The newest event of each of these merchants, by its id; those that have none are left out. */
  findNewestIds(merchantIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The events behind a place, the first `limit`. */
  listAfter(merchantId: string, place: EventPlace, limit: number): Promise<readonly FedEvent[]>
}
