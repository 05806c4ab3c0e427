import type { EventFeed, EventPlace, FedEvent } from './event-feed.ts'
import type { StreamSeat } from './event-streams.ts'

export interface Following {
  readonly feed: Pick<EventFeed, 'listAfter'>
  readonly seat: StreamSeat
  readonly merchantId: string
  /** The position at which the stream starts. */
  readonly from: { readonly id: string; readonly place: EventPlace }
  readonly heartbeatMs: number
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs: () => number
  /** Returns whether the caller may continue to read; checked for each page of events and with each heartbeat. */
  readonly mayGoOn: () => Promise<boolean>
}

/** The page size for reading events, and the maximum number that waits in memory. */
export const EVENT_PAGE = 100
/** The delay after which clients connect again. */
const RETRY_MS = 2_000

/** Writes a merchant's events as `text/event-stream` until the stream has to end. @see docs/protocol/events.md#event-stream */
export async function* followEvents(following: Following): AsyncGenerator<string> {
  const { feed, seat, merchantId, from, heartbeatMs, nowMs, mayGoOn } = following
  let { place } = from
  let nextLookMs = nowMs() + heartbeatMs
  try {
    yield `retry: ${RETRY_MS}\nid: ${from.id}\n\n`
    while (!seat.signal.aborted) {
      const events = await feed.listAfter(merchantId, place, EVENT_PAGE)
      // Checked after reading, so that events after the permission was revoked are never sent.
      if (events.length > 0 && !(await mayGoOn())) return
      for (const event of events) {
        yield toMessage(event)
        place = event.place
      }
      if (events.length < EVENT_PAGE) await seat.waitForNews(Math.max(0, nextLookMs - nowMs()))
      if (nowMs() < nextLookMs || seat.signal.aborted) continue
      if (!(await mayGoOn())) return
      nextLookMs = nowMs() + heartbeatMs
      yield ': heartbeat\n\n'
    }
  } finally {
    seat.leave()
  }
}

/** Writes an event as one line of data, because JSON contains no line breaks. */
function toMessage({ id, type, payload }: FedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${payload}\n\n`
}
