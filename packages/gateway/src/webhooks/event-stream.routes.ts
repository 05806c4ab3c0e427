import { EVENT_STREAM_BEGINNING, LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { registerEventStream } from '@sluice/platform/http/event-stream-route'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal, RequestRefusal } from '@sluice/platform/http/request-refusal'

import { BEFORE_ALL, type EventFeed } from './event-feed.ts'
import type { EventStreams } from './event-streams.ts'
import { followEvents } from './follow-events.ts'

export interface EventStreamPorts {
  readonly eventFeed: EventFeed
  readonly eventStreams: EventStreams
  readonly realTime: Clock
  /** The contract's where it is left out. */
  readonly heartbeatMs?: number | undefined
}

/** A place is free again when a tab is closed, or its connection is found dead. */
const RETRY_SECONDS = 5

/** Serves a merchant's events as they happen. @see docs/protocol/events.md#event-stream */
export function registerEvents(
  server: HttpServer,
  {
    eventFeed,
    eventStreams,
    realTime,
    heartbeatMs = LIMITS.EVENT_STREAM_HEARTBEAT_SECONDS * 1_000,
  }: EventStreamPorts,
): void {
  registerEventStream(server, 'streamEvents', async ({ caller, query, headers, mayGoOn, ended }) => {
    const { merchantId } = caller
    await eventFeed.prepare(merchantId)
    const from = await findBeginning(merchantId, headers['last-event-id'] ?? query.after)
    if (from === null) throw notFoundRefusal()
    const seat = eventStreams.enter(merchantId, ended)
    if (seat === null)
      throw new RequestRefusal(429, { error: 'Too Many Requests' }, { 'retry-after': String(RETRY_SECONDS) })
    return followEvents({
      feed: eventFeed,
      seat,
      merchantId,
      from,
      heartbeatMs,
      nowMs: () => realTime.now(),
      mayGoOn,
    })
  })
  server.addHook('preClose', async () => eventStreams.close())

  async function findBeginning(merchantId: string, cursor: unknown) {
    const beginning = { id: EVENT_STREAM_BEGINNING, place: BEFORE_ALL }
    if (cursor === EVENT_STREAM_BEGINNING) return beginning
    if (typeof cursor !== 'string') return (await eventFeed.findNewest(merchantId)) ?? beginning
    const place = await eventFeed.findPlace(merchantId, cursor)
    return place && { id: cursor, place }
  }
}
