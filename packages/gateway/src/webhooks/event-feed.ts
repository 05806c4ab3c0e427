/** Where an event stands among those of its merchant. */
export interface EventPlace {
  /** Of the commit that wrote the event; 0 where commits follow each other anyway. */
  readonly commitOrder: number
  /** Within the commit. */
  readonly position: number
}

/** An event as streams give it. */
export interface FedEvent {
  /** `msg_…`, also the cursor to go on from. */
  readonly id: string
  /** Its full name. */
  readonly type: string
  /** The JSON as webhooks carry it. */
  readonly payload: string
  readonly place: EventPlace
}

/** Before the first event of every merchant. */
export const BEFORE_ALL: EventPlace = { commitOrder: -1, position: -1 }

/**
 * The events about a merchant's transactions in one order that never changes: what was read once stands before everything
 * that is read later.
 *
 * @decision 0275
 */
export interface EventFeed {
  /** Has to be called before a merchant's events are read for the first time. */
  prepare(merchantId: string): Promise<void>
  /** Null for an id that is no event of the merchant. */
  findPlace(merchantId: string, eventId: string): Promise<EventPlace | null>
  /** Null where there is none yet. */
  findNewest(merchantId: string): Promise<FedEvent | null>
  /** The newest event of each of these merchants, by its id; those that have none are left out. */
  findNewestIds(merchantIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The events behind a place, the first `limit`. */
  listAfter(merchantId: string, place: EventPlace, limit: number): Promise<readonly FedEvent[]>
}
