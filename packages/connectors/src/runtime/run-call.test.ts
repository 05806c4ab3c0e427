import { Secret } from '@sluice/shared/secret'
import { expect, it } from 'vitest'

import type { HttpRequest, HttpResult } from '../kit/http-message.ts'
import { answer, send, type StepFunction, unknown } from '../kit/step.ts'
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
  const parts: CallParts = {
    clock: { now: () => 1_000 },
    random: { bytes: (length) => new Uint8Array(length), uuid: () => 'uuid' },
    timers: { sleep: (ms) => Promise.resolve(void slept.push(ms)) },
    secrets: () => ({}),
    timeoutMs: 1_000,
    send: (request) => {
      sent.push(request)
      return Promise.resolve(results[sent.length - 1] ?? { kind: 'failure', code: 'TIMEOUT' })
    },
    onExchange: (exchange) => seen.push(JSON.parse(JSON.stringify(exchange))),
  }
  return { parts, sent, seen, slept }
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
