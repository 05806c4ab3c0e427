import { expect, it } from 'vitest'

import type { HttpResult } from '../kit/http-message.ts'
import { limitRequests } from './limit-requests.ts'

const REQUEST = { method: 'GET', path: '/', headers: {}, body: '', movesMoney: false } as const
const ANSWERED: HttpResult = { kind: 'answer', status: 200, headers: {}, body: '' }

const turn = () => new Promise((resolve) => setImmediate(resolve))

function prepare() {
  const finish: (() => void)[] = []
  const timeouts: (() => void)[] = []
  const timers = {
    sleep: (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        timeouts.push(resolve)
        signal?.addEventListener('abort', () => resolve())
      }),
  }
  const time = { nowMs: 0 }
  const send = limitRequests(
    () => new Promise<HttpResult>((resolve) => finish.push(() => resolve(ANSWERED))),
    { clock: { now: () => time.nowMs }, timers },
    2,
  )
  return { send: () => send(REQUEST, 1_000), finish, timeouts, time }
}

it('limits concurrent requests, and admits waiting ones in order', async () => {
  const { send, finish } = prepare()
  const all = [send(), send(), send(), send()]
  await turn()
  expect(finish).toHaveLength(2)
  finish[0]?.()
  await all[0]
  await turn()
  expect(finish).toHaveLength(3)
  for (const done of finish) done()
  await turn()
  finish[3]?.()
  expect(await Promise.all(all)).toEqual([ANSWERED, ANSWERED, ANSWERED, ANSWERED])
})

it('reports a request that timed out in the queue as never sent, and frees its place', async () => {
  const { send, finish, timeouts } = prepare()
  const [first, second, third] = [send(), send(), send()]
  await turn()
  timeouts[0]?.()
  expect(await third).toEqual({ kind: 'failure', code: 'NEVER_SENT' })
  for (const done of finish) done()
  await Promise.all([first, second])
  const later = send()
  await turn()
  finish[2]?.()
  expect(await later).toEqual(ANSWERED)
})

it('sends no request that got its place after its deadline', async () => {
  const { send, finish, time } = prepare()
  const [first, second, third] = [send(), send(), send()]
  await turn()
  time.nowMs = 1_000
  for (const done of finish) done()
  await Promise.all([first, second])
  expect(await third).toEqual({ kind: 'failure', code: 'NEVER_SENT' })
  expect(finish).toHaveLength(2)
})
