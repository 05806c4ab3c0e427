import { describe, expect, it } from 'vitest'

import type { ChallengeScript } from '../scenarios/flows.ts'
import { type Answer, evaluateAnswer } from './evaluate-answer.ts'

const ASKS: ChallengeScript = { kind: 'password', opens: 'often' }
const FIRST = { round: 1, wrongPasswords: 0 }
const submit = (password: string): Answer => ({ kind: 'submitted', password })

describe('simulators: one-time passwords', () => {
  it.each([
    ['1234', 'Y', null],
    ['password', 'Y', null],
    [' 1234 ', 'Y', null],
    ['1111', 'N', '01'],
    ['2222', 'R', '11'],
    ['3333', 'U', '22'],
    ['7777', 'A', null],
    ['5555', 'C', null],
  ])('%j ends with %s, reason %s', (password, transStatus, transStatusReason) => {
    expect(evaluateAnswer(ASKS, submit(password), FIRST)).toEqual({
      kind: 'ends',
      transStatus,
      transStatusReason,
      challengeCancel: null,
    })
  })

  it('repeats the challenge after a wrong password and after an empty one', () => {
    expect(evaluateAnswer(ASKS, submit('0000'), FIRST)).toEqual({ kind: 'ask', complaint: 'wrong' })
    expect(evaluateAnswer(ASKS, submit('constructor'), FIRST)).toEqual({ kind: 'ask', complaint: 'wrong' })
    expect(evaluateAnswer(ASKS, submit('  '), FIRST)).toEqual({ kind: 'ask', complaint: 'empty' })
  })

  it('fails after the third wrong one, even when the right one follows', () => {
    const locked = { kind: 'ends', transStatus: 'N', transStatusReason: '19', challengeCancel: null }
    expect(evaluateAnswer(ASKS, { kind: 'opened' }, { round: 1, wrongPasswords: 3 })).toEqual(locked)
    expect(evaluateAnswer(ASKS, submit('1234'), { round: 1, wrongPasswords: 3 })).toEqual(locked)
    expect(evaluateAnswer(ASKS, submit('1234'), { round: 1, wrongPasswords: 2 })).toMatchObject({
      transStatus: 'Y',
    })
  })
})

describe('simulators: a second CReq', () => {
  it.each([
    ['often', { kind: 'ask', complaint: 'none' }],
    ['once', { kind: 'ends', transStatus: 'U', transStatusReason: '22', challengeCancel: null }],
  ] as const)('a page that opens %s: %j', (opens, judgement) => {
    expect(evaluateAnswer({ kind: 'password', opens }, { kind: 'opened_again' }, FIRST)).toEqual(judgement)
    expect(evaluateAnswer({ kind: 'password', opens }, { kind: 'opened' }, FIRST)).toMatchObject({
      kind: 'ask',
    })
  })
})

describe('simulators: scripted challenges', () => {
  const canceled = { kind: 'ends', transStatus: 'N', transStatusReason: '01', challengeCancel: '01' }

  it('let a fixed outcome come with anything that is submitted, by round', () => {
    const twice: ChallengeScript = { kind: 'fixed', outcomes: ['C', 'Y'] }
    expect(evaluateAnswer(twice, { kind: 'opened' }, FIRST)).toEqual({ kind: 'ask', complaint: 'none' })
    expect(evaluateAnswer(twice, submit(''), FIRST)).toMatchObject({ transStatus: 'C' })
    expect(evaluateAnswer(twice, submit('1111'), { round: 2, wrongPasswords: 0 })).toMatchObject({
      transStatus: 'Y',
    })
  })

  it('let the shopper cancel', () => {
    expect(evaluateAnswer(ASKS, { kind: 'canceled' }, FIRST)).toEqual(canceled)
    expect(evaluateAnswer({ kind: 'fixed', outcomes: ['Y'] }, { kind: 'canceled' }, FIRST)).toEqual(canceled)
  })

  it('end by themselves where the flow says so, or never', () => {
    expect(evaluateAnswer({ kind: 'cancels' }, { kind: 'opened' }, FIRST)).toEqual(canceled)
    expect(evaluateAnswer({ kind: 'fails' }, { kind: 'opened' }, FIRST)).toEqual({ kind: 'fails' })
    for (const answer of [{ kind: 'opened' }, { kind: 'canceled' }, submit('1234')] as const) {
      expect(evaluateAnswer({ kind: 'silent' }, answer, FIRST)).toEqual({ kind: 'ask', complaint: 'none' })
    }
  })
})
