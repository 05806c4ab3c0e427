import { describe, expect, it } from 'vitest'

import { EVENT_PAGE, followEvents } from './follow-events.ts'
import type { EventPlace, FedEvent } from './event-feed.ts'

const event = (position: number): FedEvent => ({
  id: `msg_${position}`,
  type: 'a',
  payload: '{}',
  place: { commitOrder: 0, position },
})

/** A stream over the given number of events, whose clock advances with each wait. */
function follow(count: number, mayGoOn: () => Promise<boolean> = () => Promise.resolve(true)) {
  const end = new AbortController()
  let nowMs = 0
  const asked: number[] = []
  const waits: number[] = []
  const stream = followEvents({
    feed: {
      listAfter: (_, { position }: EventPlace, limit) => {
        asked.push(position)
        const all = Array.from({ length: count }, (__, index) => event(index + 1))
        return Promise.resolve(all.filter(({ place }) => place.position > position).slice(0, limit))
      },
    },
    seat: {
      waitForNews: (ms) => {
        waits.push(ms)
        nowMs += ms
        return Promise.resolve()
      },
      signal: end.signal,
      leave: () => end.abort(null),
    },
    merchantId: 'merchant-1',
    from: { id: '0', place: { commitOrder: -1, position: -1 } },
    heartbeatMs: 15_000,
    nowMs: () => nowMs,
    mayGoOn,
  })
  return { stream, asked, waits, end }
}

describe('a stream of events', () => {
  it('begins with its cursor, and sends heartbeats while nothing happens', async () => {
    const { stream, waits } = follow(0)
    expect((await stream.next()).value).toBe('retry: 2000\nid: 0\n\n')
    expect((await stream.next()).value).toBe(': heartbeat\n\n')
    expect(waits).toEqual([15_000])
  })

  it('reads the next page when the reader has taken the one before', async () => {
    const { stream, asked } = follow(EVENT_PAGE + 1)
    await stream.next()
    for (let taken = 0; taken < EVENT_PAGE; taken += 1) {
      await stream.next()
      expect(asked).toEqual([-1])
    }
    expect((await stream.next()).value).toBe(`id: msg_${EVENT_PAGE + 1}\nevent: a\ndata: {}\n\n`)
    expect(asked).toEqual([-1, EVENT_PAGE])
  })

  it('sends no event to a caller who lost access, and frees its place', async () => {
    const { stream, end } = follow(1, () => Promise.resolve(false))
    await stream.next()
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    expect(end.signal.aborted).toBe(true)
  })

  it('ends at the heartbeat at which its caller has lost access', async () => {
    const { stream, end } = follow(0, () => Promise.resolve(false))
    await stream.next()
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    expect(end.signal.aborted).toBe(true)
  })
})
