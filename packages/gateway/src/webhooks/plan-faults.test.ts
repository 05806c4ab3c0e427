import { describe, expect, it } from 'vitest'

import { type FaultInjection, planFaults, rollSeeded } from './plan-faults.ts'

const CALM: FaultInjection = { duplicate: 0, reorder: 0, drop: 0, delaySeconds: 0, seed: null }
const DICE = [0.5, 0.5, 0.5, 0.5] as const
const plan = (changes: Partial<FaultInjection>, wasPostponed = false) =>
  planFaults({ ...CALM, ...changes }, DICE, { wasPostponed })

describe('planFaults', () => {
  it('does not affect events without settings', () => {
    expect(plan({})).toEqual({ kind: 'send', copies: 1 })
  })

  it('follows the rates', () => {
    expect(plan({ drop: 1 })).toEqual({ kind: 'drop' })
    expect(plan({ drop: 0.4 })).toEqual({ kind: 'send', copies: 1 })
    expect(plan({ duplicate: 0.6 })).toEqual({ kind: 'send', copies: 2 })
  })

  it('postpones once, by delay and by chance', () => {
    expect(plan({ delaySeconds: 60 })).toEqual({ kind: 'postpone', byMs: 60_000 })
    expect(plan({ reorder: 1 })).toEqual({ kind: 'postpone', byMs: 1_750 })
    expect(plan({ delaySeconds: 60, duplicate: 1 }, true)).toEqual({ kind: 'send', copies: 2 })
  })
})

describe('rollSeeded', () => {
  it('gives the same result for the same seed and event, and another one for others', () => {
    expect(rollSeeded('a', 'msg_1')).toEqual(rollSeeded('a', 'msg_1'))
    expect(rollSeeded('a', 'msg_1')).not.toEqual(rollSeeded('a', 'msg_2'))
    expect(rollSeeded('b', 'msg_1')).not.toEqual(rollSeeded('a', 'msg_1'))
  })

  it('covers the whole range', () => {
    const rolls = Array.from({ length: 1_000 }, (_, index) => rollSeeded('seed', `msg_${index}`)).flat()
    expect(rolls.every((die) => die >= 0 && die < 1)).toBe(true)
    const mean = rolls.reduce((sum, die) => sum + die, 0) / rolls.length
    expect(mean).toBeGreaterThan(0.45)
    expect(mean).toBeLessThan(0.55)
  })
})
