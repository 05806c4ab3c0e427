import { expect, it } from 'vitest'

import type { ProviderHealth } from '../../provider-health/index.ts'
import type { ThreeDsServer } from '../../three-ds/index.ts'
import { QUERIES_AT_ONCE } from '../execution/query-queue.ts'
import type { CallOutside } from '../execution/call-outside.ts'
import { boundThreeDsServer } from './bound-three-ds-server.ts'

type Question = keyof ThreeDsServer
const QUESTIONS = [
  ['enrol', 'enrol', { kind: 'unavailable', threeDsServerTransId: null }],
  ['authenticate', 'authenticate', { kind: 'unavailable' }],
  ['authenticateMerchantInitiated', 'authenticate-3ri', { kind: 'unavailable' }],
  ['readChallengeResult', 'read-result', undefined],
] as const satisfies readonly (readonly [Question, string, unknown])[]

const UNWATCHED: ProviderHealth['watch'] = (_account, _subject, call) => call()

function prepare(said: unknown, isSilent: boolean, watch = UNWATCHED) {
  const calls: string[] = []
  const callOutside: CallOutside = async ({ party, operation, transactionId, limitMs, ask, describe }) => {
    if (isSilent) return { kind: 'unanswered' } as never
    const value = await ask()
    calls.push(`${party} ${operation} ${transactionId} ${limitMs} ${describe(value)}`)
    return { kind: 'answered', value }
  }
  const answer = () => Promise.resolve(said)
  const server = {
    enrol: answer,
    authenticate: answer,
    authenticateMerchantInitiated: answer,
    readChallengeResult: answer,
  } as unknown as ThreeDsServer
  const bound = boundThreeDsServer('main', server, callOutside, watch)
  return {
    calls,
    ask: (question: Question) =>
      bound[question]?.({ transactionId: 't-1', merchantId: 'm', card: {} } as never),
  }
}

it.each(QUESTIONS)(
  'returns the answer of a 3DS server to %s, and measures the call',
  async (question, operation) => {
    const said = { kind: 'told' }
    const { calls, ask } = prepare(said, false)
    expect(await ask(question)).toBe(said)
    expect(calls).toEqual([
      `3ds-server ${operation} t-1 10000 ${operation === 'read-result' ? 'ok' : 'told'}`,
    ])
  },
)

it.each(QUESTIONS)(
  'a 3DS server that does not answer %s leaves the result unknown',
  async (question, _, expected) => {
    expect(await prepare({ kind: 'told' }, true).ask(question)).toEqual(expected)
  },
)

it('adds no 3RI to a 3DS server without it', () => {
  const server = { enrol: () => Promise.reject(new Error('not called')) } as unknown as ThreeDsServer
  const bound = boundThreeDsServer('main', server, () => Promise.reject(new Error('not called')), UNWATCHED)
  expect(bound.authenticateMerchantInitiated).toBeUndefined()
})

it('a challenge without a result yet is measured as none', async () => {
  const { calls, ask } = prepare(null, false)
  expect(await ask('readChallengeResult')).toBeNull()
  expect(calls).toEqual(['3ds-server read-result t-1 10000 none'])
})

it('queries results one at a time, so that authentications of others get connections', () => {
  let asked = 0
  const callOutside: CallOutside = async ({ ask }) => ({ kind: 'answered', value: await ask() })
  const server = {
    readChallengeResult() {
      asked += 1
      return new Promise(() => undefined)
    },
  } as unknown as ThreeDsServer
  const bound = boundThreeDsServer('main', server, callOutside, UNWATCHED)
  for (let round = 1; round <= QUERIES_AT_ONCE + 10; round += 1)
    void bound.readChallengeResult({ transactionId: 't', threeDsServerTransId: 'id', round })
  expect(asked).toBe(QUERIES_AT_ONCE)
})

it.each([
  ['enrol', 'refused'],
  ['authenticate', 'refused'],
  ['readChallengeResult', null],
] as const)('watches %s that got no connection', async (question, expected) => {
  const ends: string[] = []
  const watch: ProviderHealth['watch'] = async (_account, _subject, call, endOf) => {
    const result = await call()
    ends.push(endOf(result))
    return result
  }
  const fail = () => Promise.reject(Object.assign(new Error('no connection'), { code: 'NEVER_SENT' }))
  const server = { enrol: fail, authenticate: fail, readChallengeResult: fail } as unknown as ThreeDsServer
  const callOutside: CallOutside = async ({ ask }) => {
    try {
      return { kind: 'answered', value: await ask() }
    } catch {
      return { kind: 'unanswered' }
    }
  }
  const bound = boundThreeDsServer('main', server, callOutside, watch)
  await bound[question]({ transactionId: 't-1', merchantId: 'm', card: {} } as never)
  expect(ends).toEqual(expected === null ? [] : [expected])
})
