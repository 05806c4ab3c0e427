import { expect, it } from 'vitest'

import { type CallOutside, createCallOutside, type FailedCall } from './call-outside.ts'

/** A world whose deadlines pass when the test says so. */
function makeFixture() {
  const failedCalls: FailedCall[] = []
  const measured: string[] = []
  let passDeadline = (): void => undefined
  const callOutside: CallOutside = createCallOutside({
    timers: { sleep: () => new Promise((resolve) => (passDeadline = resolve)) },
    measure: async ({ party, operation }, work, describe) => {
      let word = 'unknown'
      try {
        const answer = await work()
        word = describe(answer)
        return answer
      } finally {
        measured.push(`${party} ${operation} ${word}`)
      }
    },
    onFailedCall: (failedCall) => void failedCalls.push(failedCall),
  })
  const call = (ask: () => Promise<string>) =>
    callOutside({
      party: 'sim-a',
      operation: 'find',
      transactionId: 't1',
      limitMs: 5,
      ask,
      describe: (answer) => answer,
    })
  return { failedCalls, measured, call, passDeadline: () => passDeadline() }
}

it('an answer is given, measured by its own word, and leaves no log line', async () => {
  const { call, failedCalls, measured } = makeFixture()
  expect(await call(() => Promise.resolve('approved'))).toEqual({ kind: 'answered', value: 'approved' })
  expect(measured).toEqual(['sim-a find approved'])
  expect(failedCalls).toEqual([])
})

it.each([
  ['rejects', () => Promise.reject(new Error('lost'))],
  [
    'throws',
    () => {
      throw new Error('lost')
    },
  ],
])('a party that %s counts as not answering, once in the metric and once in the log', async (_, ask) => {
  const { call, failedCalls, measured } = makeFixture()
  expect(await call(ask)).toEqual({ kind: 'unanswered' })
  expect(measured).toEqual(['sim-a find unknown'])
  expect(failedCalls).toMatchObject([
    { party: 'sim-a', operation: 'find', transactionId: 't1', error: { message: 'lost' } },
  ])
})

it('a party that never answers counts as not answering from its deadline on', async () => {
  const { call, failedCalls, passDeadline } = makeFixture()
  const result = call(() => new Promise(() => undefined))
  await Promise.resolve()
  passDeadline()
  expect(await result).toEqual({ kind: 'unanswered' })
  expect(String(failedCalls[0]?.error)).toContain('did not respond to find within 5 ms')
})
