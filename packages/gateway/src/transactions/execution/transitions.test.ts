import { FINAL_STATUSES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { assertMove, type ExecutionState, MOVES, TRANSITIONS } from './transitions.ts'

const toState = (place: string): ExecutionState => {
  const [attempt, step] = place.split(' ') as [ExecutionState['attempt'], ExecutionState['step']]
  return { transaction: step === 'DONE' ? 'APPROVED' : 'PENDING', attempt, step }
}

describe('the moves of an execution', () => {
  it('let nothing follow its end', () => {
    expect(MOVES.filter(({ from }) => from.endsWith('DONE'))).toEqual([])
    for (const status of FINAL_STATUSES) expect(TRANSITIONS[status]).toEqual([])
  })

  it('lead from every place to the end', () => {
    const reaching = new Set(['ENDED DONE'])
    for (let size = 0; size !== reaching.size;) {
      size = reaching.size
      for (const { from, to } of MOVES) if (reaching.has(to)) reaching.add(from)
    }
    expect(reaching).toEqual(new Set(MOVES.flatMap(({ from, to }) => [from, to])))
  })

  it('are listed once, each with its actors', () => {
    const texts = MOVES.map(({ from, to }) => `${from} → ${to}`)
    expect(new Set(texts).size).toBe(texts.length)
    expect(MOVES.every(({ by }) => by.length > 0 && new Set(by).size === by.length)).toBe(true)
  })

  it('are made by five actors', () => {
    expect(new Set(MOVES.flatMap(({ by }) => by))).toEqual(
      new Set(['worker', 'browser', 'janitor', 'person', 'report']),
    )
  })

  it('take a transaction from PENDING to each final status, and from no other status to any', () => {
    const { PENDING, ...others } = TRANSITIONS
    expect(new Set(PENDING)).toEqual(new Set(FINAL_STATUSES))
    expect(Object.values(others).flat()).toEqual([])
  })

  it.each(MOVES)('allow $from → $to', ({ from, to }) => {
    expect(() => assertMove(toState(from), toState(to))).not.toThrow()
  })

  it('name the move that they refuse', () => {
    expect(() => assertMove(toState('ENDED DONE'), toState('STARTED WORKING'))).toThrow(
      'Forbidden move ENDED DONE → STARTED WORKING',
    )
    expect(() => assertMove(toState('AUTHENTICATING CHALLENGE'), toState('STARTED WORKING'))).toThrow(
      'Forbidden move',
    )
  })

  it('end the transaction with the execution, and not before', () => {
    const started = toState('STARTED WORKING')
    const ended = toState('ENDED DONE')
    expect(() => assertMove(started, { ...ended, transaction: 'PENDING' })).toThrow('PENDING while')
    expect(() => assertMove({ ...started, transaction: 'DECLINED' }, ended)).toThrow('DECLINED while')
  })
})
