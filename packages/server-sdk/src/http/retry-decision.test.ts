import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideRetry,
  type FailedTry,
  type Failure,
  FIRST_WAIT_MAX_MS,
  isOutcomeQuery,
  TRIES_MAX,
} from './retry-decision.ts'

const FAILURES: readonly Failure[] = ['not_sent', 'lost', 'busy', 'still_running', 'final']

const failedTries: fc.Arbitrary<FailedTry> = fc.record({
  failure: fc.constantFrom(...FAILURES),
  attempt: fc.integer({ min: 0, max: 9 }),
  tries: fc.integer({ min: 1, max: 9 }),
  isRepeatable: fc.boolean(),
  retryAfterSeconds: fc.option(fc.integer({ min: 0, max: 3_600 }), { nil: undefined }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
})

const given: FailedTry = {
  failure: 'lost',
  attempt: 1,
  tries: 4,
  isRepeatable: true,
  retryAfterSeconds: undefined,
  random: 0.5,
}

describe('decideRetry', () => {
  it.each<[Failure, boolean, boolean]>([
    ['not_sent', false, true],
    ['not_sent', true, true],
    ['lost', false, false],
    ['lost', true, true],
    ['busy', false, false],
    ['busy', true, true],
    ['still_running', false, false],
    ['still_running', true, true],
    ['final', false, false],
    ['final', true, false],
  ])('%s, repeatable %s: tried again %s', (failure, isRepeatable, again) => {
    expect(decideRetry({ ...given, failure, isRepeatable }) !== null).toBe(again)
  })

  it('makes at most four attempts, or fewer if configured', () => {
    fc.assert(
      fc.property(failedTries, (failed) => {
        if (isOutcomeQuery(failed)) return
        if (failed.attempt >= Math.min(failed.tries, TRIES_MAX)) expect(decideRetry(failed)).toBeNull()
      }),
    )
  })

  it('queries a running attempt until it ends, unless only one attempt is configured', () => {
    const asked = { ...given, failure: 'still_running', attempt: 9, retryAfterSeconds: 1 } as const
    expect(decideRetry(asked)).not.toBeNull()
    expect(decideRetry({ ...asked, tries: 1 })).toBeNull()
    expect(decideRetry({ ...asked, isRepeatable: false })).toBeNull()
    // Another server's conflict may last for ever.
    expect(decideRetry({ ...asked, retryAfterSeconds: undefined })).toBeNull()
  })

  it('never repeats what may have been executed unless that is safe', () => {
    fc.assert(
      fc.property(failedTries, (failed) => {
        const again = decideRetry({ ...failed, isRepeatable: false }) !== null
        expect(again && failed.failure !== 'not_sent').toBe(false)
      }),
    )
  })

  it('waits as long as the gateway requires, plus at most a growing part of half a second', () => {
    fc.assert(
      fc.property(failedTries, (failed) => {
        const waitMs = decideRetry(failed)
        if (waitMs === null) return
        const askedMs = (failed.retryAfterSeconds ?? 0) * 1_000
        expect(waitMs).toBeGreaterThanOrEqual(askedMs)
        expect(waitMs - askedMs).toBeLessThan(FIRST_WAIT_MAX_MS * 2 ** Math.max(failed.attempt - 1, 0))
      }),
    )
  })

  it('spreads waits over the whole span', () => {
    const waits = [0, 0.5, 0.999].map((random) => decideRetry({ ...given, attempt: 3, random }))
    expect(waits).toEqual([0, 1_000, 1_998])
  })
})
