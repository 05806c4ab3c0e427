import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  chooseKeysToPublish,
  type EncryptionKey,
  type KeyPeriod,
  mayOpen,
  planNextKey,
} from './encryption-keys.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const NOW_MS = Date.UTC(2026, 0, 1)

const first: KeyPeriod = { generation: 1, notBeforeMs: NOW_MS, expiresAtMs: NOW_MS + 90 * DAY_MS }
/** The time at which the second key takes over. */
const SWITCH_MS = first.expiresAtMs - HOUR_MS

function keyOf(period: KeyPeriod, alg: EncryptionKey['alg'] = 'HPKE-7'): EncryptionKey {
  return { ...period, alg, kid: `${alg} ${period.generation}`, x: '', y: '' }
}

describe('planNextKey', () => {
  it('makes the first key usable at once, also for clocks that are five minutes behind', () => {
    expect(planNextKey(null, NOW_MS + 999)).toEqual({
      generation: 1,
      notBeforeMs: NOW_MS - 300_000,
      expiresAtMs: NOW_MS - 300_000 + 90 * DAY_MS,
    })
  })

  it('announces the successor a day before its use, and overlaps the two by an hour', () => {
    expect(planNextKey(first, SWITCH_MS - DAY_MS - 1)).toBeNull()
    const second = { generation: 2, notBeforeMs: SWITCH_MS, expiresAtMs: SWITCH_MS + 90 * DAY_MS }
    expect(planNextKey(first, SWITCH_MS - DAY_MS)).toEqual(second)
    expect(planNextKey(first, SWITCH_MS - 1)).toEqual(second)
  })

  it('makes a late successor usable at once', () => {
    const nowMs = first.expiresAtMs + 400 * DAY_MS
    expect(planNextKey(first, nowMs)).toMatchObject({ generation: 2, notBeforeMs: nowMs - 300_000 })
  })
})

describe('chooseKeysToPublish', () => {
  const second: KeyPeriod = { generation: 2, notBeforeMs: SWITCH_MS, expiresAtMs: SWITCH_MS + 90 * DAY_MS }
  const choose = (nowMs: number) =>
    chooseKeysToPublish([keyOf(first), keyOf(second)], nowMs).map(({ generation }) => generation)

  it('shows the successor second, then first, then alone', () => {
    expect(choose(SWITCH_MS - 1)).toEqual([1, 2])
    expect(choose(SWITCH_MS)).toEqual([2, 1])
    expect(choose(first.expiresAtMs - 1)).toEqual([2, 1])
    expect(choose(first.expiresAtMs)).toEqual([2])
  })

  it('orders the keys of each form separately', () => {
    const keys = [keyOf(first, 'ECDH-ES'), keyOf(second, 'ECDH-ES'), keyOf(first), keyOf(second)]
    const kids = chooseKeysToPublish(keys, SWITCH_MS).map(({ kid }) => kid)
    expect(kids).toEqual(['HPKE-7 2', 'HPKE-7 1', 'ECDH-ES 2', 'ECDH-ES 1'])
  })
})

describe('mayOpen', () => {
  it('allows decryption for a day and five minutes after the end, and before the start', () => {
    expect(mayOpen(first, first.notBeforeMs - 1)).toBe(true)
    expect(mayOpen(first, first.expiresAtMs + DAY_MS + 300_000 - 1)).toBe(true)
    expect(mayOpen(first, first.expiresAtMs + DAY_MS + 300_000)).toBe(false)
  })
})

describe('a merchant whose keys are maintained at arbitrary times', () => {
  /** Does the work of the store at an instant: creates due keys, destroys expired ones. */
  function tend(keys: readonly KeyPeriod[], nowMs: number): readonly KeyPeriod[] {
    const next = planNextKey(keys.at(-1) ?? null, nowMs)
    return [...keys, ...(next ? [next] : [])].filter((key) => mayOpen(key, nowMs))
  }
  const usable = (keys: readonly KeyPeriod[], nowMs: number) =>
    chooseKeysToPublish(
      keys.map((key) => keyOf(key)),
      nowMs,
    ).find((key) => key.notBeforeMs <= nowMs && nowMs < key.expiresAtMs)
  const steps = fc.array(fc.integer({ min: 1, max: 40 * DAY_MS }), { minLength: 1, maxLength: 60 })

  it('always has a key for every sender, and at most one announced key', () => {
    fc.assert(
      fc.property(steps, (durations) => {
        let nowMs = NOW_MS
        let keys: readonly KeyPeriod[] = []
        for (const duration of durations) {
          nowMs += duration
          keys = tend(keys, nowMs)
          expect(usable(keys, nowMs)).toBeDefined()
          // A sender whose clock is five minutes fast or slow.
          expect(usable(keys, nowMs - 300_000)).toBeDefined()
          expect(keys.filter((key) => key.notBeforeMs > nowMs).length).toBeLessThanOrEqual(1)
          expect(planNextKey(keys.at(-1) ?? null, nowMs)).toBeNull()
        }
      }),
    )
  })

  it('decrypts for a day what was sealed with an hour-old key set', () => {
    const often = fc.array(fc.integer({ min: 1, max: 20 * HOUR_MS }), { minLength: 200, maxLength: 200 })
    fc.assert(
      fc.property(often, fc.integer({ min: 0, max: HOUR_MS }), (durations, ageMs) => {
        let nowMs = NOW_MS
        let keys: readonly KeyPeriod[] = []
        for (const duration of durations) {
          nowMs += duration
          keys = tend(keys, nowMs)
          const chosen = chooseKeysToPublish(
            keys.map((key) => keyOf(key)),
            nowMs,
          ).find((key) => key.notBeforeMs <= nowMs + ageMs && nowMs + ageMs < key.expiresAtMs)
          expect(chosen && mayOpen(chosen, nowMs + ageMs + DAY_MS)).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })
})
