import { expect, it } from 'vitest'

import { createManualClock } from '../../platform/test/manual-clock.ts'
import { createFailureLimit } from './failure-limit.ts'

const guesser = { clientId: 'shop', ip: '192.0.2.1' }

function prepare() {
  const clock = createManualClock()
  const limit = createFailureLimit(clock)
  const fail = (times: number, who = guesser) => {
    for (let time = 0; time < times; time += 1) limit.recordFailure(who)
  }
  return { clock, limit, fail }
}

it('makes an address wait for a minute after ten failures in a minute', () => {
  const { clock, limit, fail } = prepare()
  fail(9)
  expect(limit.waitSeconds(guesser)).toBeNull()
  clock.advance(59_999)
  fail(1)
  expect(limit.waitSeconds(guesser)).toBe(60)
  clock.advance(59_001)
  expect(limit.waitSeconds(guesser)).toBe(1)
  clock.advance(999)
  expect(limit.waitSeconds(guesser)).toBeNull()
})

it('does not add failures that are a minute apart', () => {
  const { clock, limit, fail } = prepare()
  fail(9)
  clock.advance(60_000)
  fail(9)
  expect(limit.waitSeconds(guesser)).toBeNull()
  fail(1)
  expect(limit.waitSeconds(guesser)).toBe(60)
})

it('never lets one address slow down another, nor one client another', () => {
  const { limit, fail } = prepare()
  fail(10)
  expect(limit.waitSeconds({ ...guesser, ip: '192.0.2.2' })).toBeNull()
  expect(limit.waitSeconds({ ...guesser, clientId: 'other' })).toBeNull()
})
