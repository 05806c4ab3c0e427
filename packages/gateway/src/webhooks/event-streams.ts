import { LIMITS } from '@sluice/types/vocabulary'
import type { Timers } from '@sluice/platform/kernel/timers'

/** One open stream of a merchant. */
export interface StreamSeat {
  /** Resolves when there may be something new since the last call, after `ms`, or when the stream ends. */
  waitForNews(ms: number): Promise<void>
  /** Aborted when the stream has to end. */
  readonly signal: AbortSignal
  /** Ends the stream, and releases its place to another. */
  leave(): void
}

/** The open streams of this process. */
export interface EventStreams {
  /** Reports that a merchant has a new event. */
  wake(merchantId: string): void
  /**
   * Null if the merchant or this process has reached its limit.
   *
   * @param ended - returns the place once aborted, also if that was before.
   */
  enter(merchantId: string, ended: AbortSignal): StreamSeat | null
  /** Ends all streams and accepts no new ones. */
  close(): void
}

export interface EventStreamLimits {
  readonly perMerchant: number
  /** The limit for all merchants: each stream holds a socket, of which a process has 2,000. */
  readonly perProcess: number
  /** How often the database is polled for events that other processes wrote. */
  readonly pollMs: number
  /**
   * The shorter interval after an event was written here. The event is visible when the commits that began before
   * it have ended.
   */
  readonly hurriedPollMs: number
  /** The interval of heartbeats on an idle stream, and of checks whether its caller may still read. */
  readonly heartbeatMs: number
}

/** The limits in production; tests use smaller ones. */
export const EVENT_STREAM_LIMITS: EventStreamLimits = {
  perMerchant: LIMITS.EVENT_STREAMS_PER_MERCHANT_MAX,
  // A quarter of the sockets of a process, so that payments have the others.
  perProcess: 500,
  pollMs: 1_000,
  hurriedPollMs: 50,
  heartbeatMs: LIMITS.EVENT_STREAM_HEARTBEAT_SECONDS * 1_000,
}

/** The number of polls after an event of this process. A longer commit is found by the ordinary polls. */
const HURRIED_LOOKS = 10

/**
 * @param findNewest - returns the id of the newest settled event of each of these merchants. Null if no other process
 *   writes and events are settled at once.
 */
export function createEventStreams(
  findNewest: ((merchantIds: readonly string[]) => Promise<ReadonlyMap<string, string>>) | null,
  timers: Timers,
  limits: EventStreamLimits,
): EventStreams {
  const seats = new Map<string, Set<Seat>>()
  const newest = new Map<string, string>()
  let taken = 0
  let isClosed = false
  let isWatching = false
  let hurriedLooks = 0
  let hurry = new AbortController()

  const wakeSeats = (merchantId: string) => {
    for (const seat of seats.get(merchantId) ?? []) seat.wake()
  }

  async function watch(find: NonNullable<typeof findNewest>): Promise<void> {
    isWatching = true
    while (seats.size > 0) {
      await look(find)
      const isHurried = hurriedLooks > 0
      if (isHurried) hurriedLooks -= 1
      await timers.sleep(isHurried ? limits.hurriedPollMs : limits.pollMs, hurry.signal)
      if (hurry.signal.aborted) hurry = new AbortController()
    }
    isWatching = false
  }

  /** A database that is down reports nothing new; streams find that out on their own. */
  async function look(find: NonNullable<typeof findNewest>): Promise<void> {
    const found = await find([...seats.keys()]).catch(() => new Map<string, string>())
    for (const [merchantId, id] of found) {
      if (newest.get(merchantId) === id) continue
      newest.set(merchantId, id)
      wakeSeats(merchantId)
    }
  }

  function leave(merchantId: string, seat: Seat): void {
    const ofMerchant = seats.get(merchantId)
    if (!ofMerchant?.delete(seat)) return
    taken -= 1
    if (ofMerchant.size > 0) return
    seats.delete(merchantId)
    newest.delete(merchantId)
    if (seats.size === 0) hurry.abort(null)
  }

  return {
    wake(merchantId) {
      if (!seats.has(merchantId)) return
      if (findNewest === null) return wakeSeats(merchantId)
      hurriedLooks = HURRIED_LOOKS
      hurry.abort(null)
    },
    enter(merchantId, ended) {
      const ofMerchant = seats.get(merchantId) ?? new Set()
      if (isClosed || ofMerchant.size >= limits.perMerchant || taken >= limits.perProcess) return null
      const seat = new Seat(timers, () => leave(merchantId, seat))
      seats.set(merchantId, ofMerchant.add(seat))
      taken += 1
      if (ended.aborted) seat.leave()
      else ended.addEventListener('abort', () => seat.leave(), { once: true })
      if (findNewest !== null && !isWatching) void watch(findNewest)
      return seat
    },
    close() {
      isClosed = true
      for (const ofMerchant of seats.values()) for (const seat of ofMerchant) seat.leave()
    },
  }
}

class Seat implements StreamSeat {
  readonly #timers: Timers
  readonly #onLeave: () => void
  readonly #end = new AbortController()
  /** Aborted by the next news. */
  #news = new AbortController()

  constructor(timers: Timers, onLeave: () => void) {
    this.#timers = timers
    this.#onLeave = onLeave
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  wake(): void {
    this.#news.abort(null)
  }

  async waitForNews(ms: number): Promise<void> {
    // A change since the last call ends the wait at once.
    await this.#timers.sleep(ms, this.#news.signal)
    this.#news = new AbortController()
  }

  leave(): void {
    this.#end.abort(null)
    this.wake()
    this.#onLeave()
  }
}
