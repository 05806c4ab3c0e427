import { Secret } from '@sluice/shared/secret'
import { describe, expect, it } from 'vitest'

import type { HttpRequest, HttpResult } from '../kit/http-message.ts'
import { answer, refuse, send, type StepFunction, unknown } from '../kit/step.ts'
import { type CallParts, runCall } from './run-call.ts'
import type { RevealedRequest } from './send.ts'

const TERMS = { account: 'main', state: null, token: null }

const requestNamed = (name: string, movesMoney = false): HttpRequest => ({
  name,
  method: 'POST',
  path: `/${name}`,
  headers: { authorization: new Secret('Bearer key') },
  body: new Secret('number=4242424242424242'),
  movesMoney,
})

function prepare(results: readonly HttpResult[]) {
  const sent: RevealedRequest[] = []
  const seen: unknown[] = []
  const slept: number[] = []
  const limits: number[] = []
  const time = { nowMs: 1_000 }
  const parts: CallParts = {
    clock: { now: () => time.nowMs },
    random: { bytes: (length) => new Uint8Array(length), uuid: () => 'uuid' },
    timers: { sleep: (ms) => Promise.resolve(void slept.push(ms)) },
    secrets: () => ({}),
    timeoutMs: 1_000,
    send: (request, limitMs) => {
      sent.push(request)
      limits.push(limitMs)
      return Promise.resolve(results[sent.length - 1] ?? { kind: 'failure', code: 'TIMEOUT' })
    },
    onExchange: (exchange) => seen.push(JSON.parse(JSON.stringify(exchange))),
  }
  return { parts, sent, seen, slept, limits, time }
}

const ANSWERED: HttpResult = { kind: 'answer', status: 200, headers: {}, body: '{}' }

it('sends until the connector answers, and reveals secrets only to the socket', async () => {
  const { parts, sent, seen } = prepare([ANSWERED, ANSWERED])
  const step: StepFunction<null, string> = (_, { transcript }) =>
    transcript.length < 2 ? send(requestNamed(`part-${transcript.length}`)) : answer('done')
  expect(await runCall(step, null, TERMS, parts)).toEqual({ kind: 'answer', answer: 'done' })
  expect(sent.map(({ path, headers, body }) => [path, headers, body])).toEqual([
    ['/part-0', { authorization: 'Bearer key' }, 'number=4242424242424242'],
    ['/part-1', { authorization: 'Bearer key' }, 'number=4242424242424242'],
  ])
  expect(JSON.stringify(seen)).not.toMatch(/4242|Bearer/)
})

it('repeats a request that moves money unchanged, after the pause that the connector asks for', async () => {
  const { parts, sent, slept } = prepare([{ ...ANSWERED, status: 409 }, ANSWERED])
  const charge = requestNamed('charge', true)
  const step: StepFunction<null, string> = (_, { transcript }) =>
    [send(charge), send({ ...charge, afterMs: 500 })][transcript.length] ?? answer('done')
  expect(await runCall(step, null, TERMS, parts)).toEqual({ kind: 'answer', answer: 'done' })
  expect([sent.length, slept]).toEqual([2, [500]])
})

it('refuses a second request that moves money', async () => {
  const { parts, sent } = prepare([ANSWERED, ANSWERED])
  const step: StepFunction<null, string> = (_, { transcript }) =>
    send(requestNamed(`charge-${transcript.length}`, true))
  await expect(runCall(step, null, TERMS, parts)).rejects.toThrow('second request that moves money')
  expect(sent).toHaveLength(1)
})

it('refuses a fifth request', async () => {
  const { parts, sent } = prepare([])
  const step: StepFunction<null, string> = () => send(requestNamed('ask'))
  await expect(runCall(step, null, TERMS, parts)).rejects.toThrow('too many requests')
  expect(sent).toHaveLength(4)
})

it('passes on an unknown outcome', async () => {
  const { parts } = prepare([])
  const step: StepFunction<null, string> = (_, { transcript: [first] }) =>
    first ? unknown(first.result.kind) : send(requestNamed('charge', true))
  expect(await runCall(step, null, TERMS, parts)).toEqual({ kind: 'unknown', reason: 'failure' })
})

const status = (code: number): HttpResult => ({ ...ANSWERED, status: code })

/** Charges, repeats the charge or reads the payment, and takes the last answer for a refusal. */
const chargeThen =
  (second: HttpRequest): StepFunction<null, string> =>
  (_, { transcript }) =>
    [send(requestNamed('charge', true)), send(second)][transcript.length] ?? refuse('turned away')

it.each<[string, HttpResult]>([
  ['was being executed', status(409)],
  ['was executed', status(200)],
  ['was lost', { kind: 'failure', code: 'CONNECTION_LOST' }],
  ['was not answered in time', { kind: 'failure', code: 'TIMEOUT' }],
])('accepts no refusal where an earlier request that moves money %s', async (_, first) => {
  for (const second of [requestNamed('charge', true), requestNamed('read')]) {
    const { parts } = prepare([first, status(403)])
    expect(await runCall(chargeThen(second), null, TERMS, parts)).toEqual({
      kind: 'unknown',
      reason: 'turned away',
    })
  }
})

it.each<[string, HttpResult]>([
  ['was too early', status(429)],
  ['was refused', status(400)],
  ['was never sent', { kind: 'failure', code: 'NEVER_SENT' }],
])('accepts a refusal where the earlier request that moves money %s', async (_, first) => {
  const { parts } = prepare([first, status(403)])
  const step = chargeThen(requestNamed('charge', true))
  expect(await runCall(step, null, TERMS, parts)).toEqual({ kind: 'refuse', reason: 'turned away' })
})

it('accepts a refusal after requests that move no money', async () => {
  const { parts } = prepare([ANSWERED, status(403)])
  const step: StepFunction<null, string> = (_, { transcript }) =>
    [send(requestNamed('prepare')), send(requestNamed('charge', true))][transcript.length] ?? refuse('no')
  expect(await runCall(step, null, TERMS, parts)).toEqual({ kind: 'refuse', reason: 'no' })
})

describe('a refused token', () => {
  const withToken: StepFunction<null, number> = (_, { transcript, token }) => {
    const last = transcript.at(-1)?.result
    if (last?.kind === 'answer') return answer(last.status)
    return send({ ...requestNamed('charge', true), headers: { authorization: token ?? '' } })
  }
  const REFUSED: HttpResult = { ...ANSWERED, status: 401 }

  it.each([
    ['replaced once', [REFUSED, ANSWERED], 200, ['old', 'new 1']],
    ['not replaced twice', [REFUSED, REFUSED, ANSWERED], 401, ['old', 'new 1']],
  ] as const)('is %s, also for what moves money', async (_, results, status, tokens) => {
    const { parts, sent } = prepare(results)
    let count = 0
    const renewToken = () => Promise.resolve(new Secret(`new ${(count += 1)}`))
    const terms = { ...TERMS, token: new Secret('old'), renewToken }
    expect(await runCall(withToken, null, terms, parts)).toEqual({ kind: 'answer', answer: status })
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual(tokens)
  })

  it('stays refused where there is no other, and nothing more is sent', async () => {
    const { parts, sent } = prepare([REFUSED, ANSWERED])
    const renewToken = () => Promise.reject(new Error('the provider returned no access token'))
    const terms = { ...TERMS, token: new Secret('old'), renewToken }
    expect(await runCall(withToken, null, terms, parts)).toEqual({ kind: 'answer', answer: 401 })
    expect(sent).toHaveLength(1)
  })

  it('is not replaced for a request that the gateway no longer waits for', async () => {
    const { parts, sent, time } = prepare([REFUSED, ANSWERED])
    const renewToken = () => {
      time.nowMs += 1_000
      return Promise.resolve(new Secret('new'))
    }
    const step: StepFunction<null, number> = (call, context) =>
      context.transcript.at(-1)?.result.kind === 'failure' ? refuse('not sent') : withToken(call, context)
    const terms = { ...TERMS, token: new Secret('old'), renewToken }
    expect(await runCall(step, null, terms, parts)).toEqual({ kind: 'refuse', reason: 'not sent' })
    expect(sent).toHaveLength(1)
  })
})

it.each([
  ['counts from its first request', undefined, [1_000, 700]],
  ['includes what its token took', 1_900, [900, 600]],
])('the time of a call %s, and no request has more', async (_, untilMs, expected) => {
  const { parts, limits, time } = prepare([ANSWERED, ANSWERED])
  const step: StepFunction<null, string> = (_call, { transcript }) => {
    if (transcript.length > 0) time.nowMs = 1_300
    return transcript.length < 2 ? send(requestNamed('ask')) : answer('done')
  }
  await runCall(step, null, { ...TERMS, ...(untilMs !== undefined && { untilMs }) }, parts)
  expect(limits).toEqual(expected)
})

it('sends nothing after its deadline', async () => {
  const { parts, sent } = prepare([ANSWERED])
  const step: StepFunction<null, string> = (_, { transcript: [first] }) =>
    first ? unknown(JSON.stringify(first.result)) : send(requestNamed('charge', true))
  expect(await runCall(step, null, { ...TERMS, untilMs: 1_000 }, parts)).toEqual({
    kind: 'unknown',
    reason: '{"kind":"failure","code":"NEVER_SENT"}',
  })
  expect(sent).toEqual([])
})
