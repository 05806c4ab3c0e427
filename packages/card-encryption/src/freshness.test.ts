import { describe, expect, it } from 'vitest'
import { isFresh, REPLAY_RETENTION_SECONDS } from './freshness.ts'

const NOW_SECONDS = 1_800_000_000
const DAY_SECONDS = 24 * 60 * 60
const FIVE_MINUTES_SECONDS = 5 * 60

describe('card-encryption: freshness', () => {
  it.each([
    ['a day and a second old', -DAY_SECONDS - 1, false],
    ['a day old', -DAY_SECONDS, true],
    ['sealed now', 0, true],
    ['five minutes early', FIVE_MINUTES_SECONDS, true],
    ['five minutes and a second early', FIVE_MINUTES_SECONDS + 1, false],
  ])('%s', (_, offsetSeconds, fresh) => {
    expect(isFresh(NOW_SECONDS + offsetSeconds, NOW_SECONDS)).toBe(fresh)
  })

  it('ends for the field that lives longest when its use is no longer remembered', () => {
    const issuedAtSeconds = NOW_SECONDS + FIVE_MINUTES_SECONDS
    expect(isFresh(issuedAtSeconds, NOW_SECONDS + REPLAY_RETENTION_SECONDS)).toBe(true)
    expect(isFresh(issuedAtSeconds, NOW_SECONDS + REPLAY_RETENTION_SECONDS + 1)).toBe(false)
  })
})
