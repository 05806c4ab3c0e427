import { describe, expect, it } from 'vitest'

import { createEventStreams, type EventStreamLimits } from './event-streams.ts'

const LIMITS: EventStreamLimits = {
  perMerchant: 2,
  perProcess: 3,
  pollMs: 1_000,
  hurriedPollMs: 50,
  heartbeatMs: 15_000,
}

const STAYS = new AbortController().signal

/** Timers that the test fires. */
function createTimers() {
  const sleeping = new Set<{ readonly ms: number; readonly fire: () => void }>()
  return {
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal?.aborted) return resolve()
        const one = { ms, fire: () => (sleeping.delete(one), resolve()) }
        sleeping.add(one)
        signal?.addEventListener('abort', one.fire)
      }),
    /** Fires the pauses of that length. */
    fire: (ms: number) => {
      for (const one of sleeping) if (one.ms === ms) one.fire()
    },
    lengths: () => [...sleeping].map(({ ms }) => ms),
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the streams of a process', () => {
  it('limits the streams of a merchant and of all merchants, and reuses places that become free', () => {
    const streams = createEventStreams(null, createTimers(), LIMITS)
    const first = streams.enter('a', STAYS)
    expect(streams.enter('a', STAYS)).not.toBeNull()
    expect(streams.enter('a', STAYS)).toBeNull()
    expect(streams.enter('b', STAYS)).not.toBeNull()
    expect(streams.enter('c', STAYS)).toBeNull()
    first?.leave()
    first?.leave()
    expect(streams.enter('c', STAYS)).not.toBeNull()
    expect(streams.enter('c', STAYS)).toBeNull()
  })

  it('gives the place of a reader that has left to others, also of one that left before it had the place', () => {
    const streams = createEventStreams(null, createTimers(), LIMITS)
    for (let turn = 0; turn < 3; turn += 1) {
      expect(streams.enter('a', AbortSignal.abort())?.signal.aborted).toBe(true)
      const reader = new AbortController()
      const seat = streams.enter('a', reader.signal)
      reader.abort()
      expect(seat?.signal.aborted).toBe(true)
    }
    expect(streams.enter('a', STAYS)).not.toBeNull()
  })

  it('wakes only the streams of the merchant, also for events that arrived while none was waiting', async () => {
    const timers = createTimers()
    const streams = createEventStreams(null, timers, LIMITS)
    const [a, b] = [streams.enter('a', STAYS), streams.enter('b', STAYS)]
    streams.wake('a')
    await a?.waitForNews(15_000)
    let isAwake = false
    void b?.waitForNews(15_000).then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
    streams.wake('b')
    await settle()
    expect(isAwake).toBe(true)
  })

  it('queries for events of other processes while there are streams, sooner after an event of its own', async () => {
    const timers = createTimers()
    const asked: (readonly string[])[] = []
    let newest = 'msg_1'
    const streams = createEventStreams(
      (merchantIds) => {
        asked.push(merchantIds)
        return Promise.resolve(new Map([['a', newest]]))
      },
      timers,
      LIMITS,
    )
    const seat = streams.enter('a', STAYS)
    await settle()
    await seat?.waitForNews(15_000)
    expect([asked, timers.lengths()]).toEqual([[['a']], [1_000]])
    newest = 'msg_2'
    timers.fire(1_000)
    await seat?.waitForNews(15_000)
    streams.wake('a')
    await settle()
    expect(timers.lengths()).toContain(50)
    seat?.leave()
    await settle()
    expect(timers.lengths()).toEqual([])
  })

  it('ends all streams when the process stops, and opens no new ones', async () => {
    const streams = createEventStreams(null, createTimers(), LIMITS)
    const seat = streams.enter('a', STAYS)
    const waiting = seat?.waitForNews(15_000)
    streams.close()
    await waiting
    expect(seat?.signal.aborted).toBe(true)
    expect(streams.enter('a', STAYS)).toBeNull()
  })
})
