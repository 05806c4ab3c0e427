import { describe, expect, it } from 'vitest'

import { createBreaker } from './breaker.ts'

function prepare() {
  const time = { nowMs: 1_000_000 }
  const breaker = createBreaker<string>({ now: () => time.nowMs }, (one, other) => one !== other)
  const tick = (ms: number): void => {
    time.nowMs += ms
  }
  return { breaker, tick, begin: (subject: string) => breaker.begin(subject) }
}

describe('a breaker', () => {
  it('trips when three calls of two subjects wait, each for a second and the oldest for three', () => {
    const { breaker, begin, tick } = prepare()
    begin('m-1')
    begin('m-1')
    begin('m-2')
    tick(2_999)
    expect(breaker.isTripped()).toBe(false)
    tick(1)
    expect(breaker.isTripped()).toBe(true)

    const late = prepare()
    late.begin('m-1')
    late.begin('m-1')
    late.tick(3_000)
    late.begin('m-2')
    late.tick(999)
    expect(late.breaker.isTripped()).toBe(false)
    late.tick(1)
    expect(late.breaker.isTripped()).toBe(true)
  })

  it.each([
    [1, 3],
    [2, 5],
  ])(
    'trips before the sixth payment, when each of %i processes makes its share of one payment a second',
    (processes, expectedSeconds) => {
      const { breaker, begin, tick } = prepare()
      let second = 0
      while (!breaker.isTripped()) {
        if (second % processes === 0) begin(`card-${second}`)
        tick(1_000)
        second += 1
      }
      expect(second).toBe(expectedSeconds)
    },
  )

  it('does not trip for one subject, however many of its calls wait', () => {
    const { breaker, begin, tick } = prepare()
    for (let call = 0; call < 9; call += 1) begin('m-1')
    tick(60_000)
    begin('m-2')
    tick(999)
    expect(breaker.isTripped()).toBe(false)
  })

  it('does not trip when one call hangs and others have only begun', () => {
    const { breaker, begin, tick } = prepare()
    begin('m-0')('answered')
    tick(3_600_000)
    begin('m-1')
    tick(5_000)
    const answered = begin('m-2')
    begin('m-3')
    expect(breaker.isTripped()).toBe(false)
    tick(300)
    answered('answered')
    expect(breaker.isTripped()).toBe(false)
  })

  it('trips in spite of answers that say nothing about the waiting calls', () => {
    const { breaker, begin, tick } = prepare()
    const asked = begin('m-0')
    for (const merchant of ['m-1', 'm-2', 'm-3']) begin(merchant)
    tick(3_000)
    asked('inconclusive')
    expect(breaker.isTripped()).toBe(true)
    expect(breaker.lastAnsweredAtMs()).toBeNull()
  })

  it('does not trip when the answer to a late call ends the silence', () => {
    const { breaker, begin, tick } = prepare()
    const ends = ['m-1', 'm-2', 'm-3'].map((merchant) => begin(merchant))
    tick(5_000)
    ends[0]?.('answered')
    expect(breaker.isTripped()).toBe(false)
  })

  it('counts the silence from the last answer', () => {
    const { breaker, begin, tick } = prepare()
    const answered = begin('m-0')
    for (const merchant of ['m-1', 'm-2', 'm-3']) begin(merchant)
    tick(2_000)
    answered('answered')
    tick(2_999)
    expect(breaker.isTripped()).toBe(false)
    tick(1)
    expect(breaker.isTripped()).toBe(true)

    const idle = prepare()
    idle.begin('m')('answered')
    idle.tick(3_600_000)
    for (const merchant of ['m-1', 'm-2', 'm-3']) idle.begin(merchant)
    expect(idle.breaker.isTripped()).toBe(false)
  })

  it('stays tripped when its calls end, and until it is reset', () => {
    const { breaker, begin, tick } = prepare()
    const ends = ['m-1', 'm-2', 'm-3'].map((merchant) => begin(merchant))
    tick(4_000)
    for (const end of ends) end('timeout')
    expect(breaker.isTripped()).toBe(true)
    begin('m-4')('answered')
    expect(breaker.isTripped()).toBe(true)
    breaker.reset()
    expect(breaker.isTripped()).toBe(false)
  })

  it('is not tripped again by calls that began before the reset', () => {
    const { breaker, begin, tick } = prepare()
    for (const merchant of ['m-1', 'm-2', 'm-3']) begin(merchant)
    tick(4_000)
    expect(breaker.isTripped()).toBe(true)
    breaker.reset()
    tick(60_000)
    begin('m-4')
    expect(breaker.isTripped()).toBe(false)
    expect(breaker.countWaiting()).toBe(4)
  })

  it('trips after three refused connections in a row', () => {
    const { breaker, begin } = prepare()
    begin('m')('refused')
    begin('m')('refused')
    begin('m')('answered')
    begin('m')('refused')
    begin('m')('refused')
    expect(breaker.isTripped()).toBe(false)
    begin('m')('refused')
    expect(breaker.isTripped()).toBe(true)
  })

  it('reports how many calls wait, and when the last was answered', () => {
    const { breaker, begin, tick } = prepare()
    expect(breaker.lastAnsweredAtMs()).toBeNull()
    const end = begin('m')
    begin('m')
    tick(5)
    end('answered')
    expect(breaker.countWaiting()).toBe(1)
    expect(breaker.lastAnsweredAtMs()).toBe(1_000_005)
  })
})
