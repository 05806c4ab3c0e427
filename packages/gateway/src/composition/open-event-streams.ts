import { LIMITS } from '@sluice/types/vocabulary'

import {
  createEventFeed,
  createEventStreams,
  type EventFeed,
  type EventStreamLimits,
  type EventStreams,
} from '../webhooks/index.ts'
import type { Adapters } from './adapters.ts'
import type { Infrastructure } from './infrastructure.ts'

const EVENT_STREAM_LIMITS: EventStreamLimits = {
  perMerchant: LIMITS.EVENT_STREAMS_PER_MERCHANT_MAX,
  // A quarter of the sockets of a process: payments have the others.
  perProcess: 500,
  pollMs: 1_000,
  hurriedPollMs: 50,
  heartbeatMs: LIMITS.EVENT_STREAM_HEARTBEAT_SECONDS * 1_000,
}

/** The events of merchants as streams: on the embedded database this process writes them all, on PostgreSQL others do too. */
export function openEventStreams(
  { db, dialect, timers }: Pick<Infrastructure, 'db' | 'dialect' | 'timers'>,
  { eventStreamLimits }: Partial<Pick<Adapters, 'eventStreamLimits'>>,
): { readonly eventFeed: EventFeed; readonly eventStreams: EventStreams } {
  const eventFeed = createEventFeed(db, dialect)
  const findNewestIds = dialect === 'postgres' ? eventFeed.findNewestIds : null
  const limits = { ...EVENT_STREAM_LIMITS, ...eventStreamLimits }
  return { eventFeed, eventStreams: createEventStreams(findNewestIds, timers, limits) }
}
