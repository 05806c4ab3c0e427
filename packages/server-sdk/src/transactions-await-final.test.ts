import type { StatusFound, StatusNotFound, Transaction } from '@sluice/types'
import { describe, expect, it } from 'vitest'
import { transaction } from '../test/records.ts'
import { ConnectionError } from './errors/connection-error.ts'
import { PermissionError } from './errors/permission-error.ts'
import { RateLimitError } from './errors/rate-limit-error.ts'
import { ServiceUnavailableError } from './errors/service-unavailable-error.ts'
import type { StartTimer } from './http/limit.ts'
import { type AwaitFinalOptions, createAwaitFinal } from './transactions-await-final.ts'
import { createTransactionNotifier } from './webhooks/transaction-notifier.ts'

type Answer = StatusFound | StatusNotFound | Error

const found = (status: Transaction['status']): StatusFound => ({
  found: true,
  transaction: { ...transaction, status },
})
const UNKNOWN: StatusNotFound = { found: false, transaction: null }
const unreachable = new ConnectionError({})

/** A gateway that returns these responses, repeating the last one, with a clock that advances when all wait. */
function createFixture(answers: readonly Answer[]) {
  const askedAtMs: number[] = []
  const timers = new Set<{ readonly atMs: number; readonly fire: () => void }>()
  let nowMs = 0
  const startTimer: StartTimer = (ms, fire) => {
    const timer = { atMs: nowMs + ms, fire }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  const status = (_: string, { signal }: { readonly signal?: AbortSignal | undefined }) => {
    askedAtMs.push(nowMs)
    const answer = answers[Math.min(askedAtMs.length, answers.length) - 1]
    signal?.throwIfAborted()
    return answer instanceof Error || !answer
      ? Promise.reject(answer ?? new Error('no answer'))
      : Promise.resolve(answer)
  }
  const awaitFinal = createAwaitFinal({ status, startTimer, random: () => 0.5 })

  async function run(options?: AwaitFinalOptions, id = transaction.id) {
    let isOver = false
    const ending = awaitFinal(id, options).finally(() => (isOver = true))
    ending.catch(() => {})
    for (;;) {
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
      if (isOver) return ending
      const [next] = [...timers].sort((one, other) => one.atMs - other.atMs)
      if (!next) throw new Error('no timer is set')
      nowMs = next.atMs
      timers.delete(next)
      next.fire()
    }
  }
  return { run, askedAtMs, timers, later: startTimer }
}

describe('awaitFinal', () => {
  it('ends at once if the transaction has ended', async () => {
    for (const status of ['APPROVED', 'DECLINED', 'CANCELED', 'INVALID', 'SESSION_EXPIRED'] as const) {
      const { run, askedAtMs, timers } = createFixture([found(status)])
      expect(await run()).toEqual({ kind: 'final', ...pick(found(status)) })
      expect([askedAtMs, timers.size]).toEqual([[0], 0])
    }
  })

  it('waits after an invalid form of a session: the shopper corrects it and pays', async () => {
    const corrected = { ...found('APPROVED').transaction, id: 'another' }
    const { run } = createFixture([found('INVALID'), { found: true, transaction: corrected }])
    expect(await run({}, 'a session')).toEqual({ kind: 'final', transaction: corrected })
    const given = createFixture([found('INVALID')])
    expect(await given.run({}, 'a session')).toEqual({
      kind: 'pending',
      ...pick(found('INVALID')),
      error: null,
    })
  })

  it('polls less and less often', async () => {
    const { run, askedAtMs } = createFixture([UNKNOWN, found('CREATED'), found('PENDING')])
    expect(await run()).toEqual({ kind: 'pending', ...pick(found('PENDING')), error: null })
    expect(askedAtMs).toEqual([0, 500, 1250, 2375, 4062.5, 6593.75, 10390.625, 15390.625])
  })

  it('polls at other moments than concurrent callers', async () => {
    const { askedAtMs, run } = createFixture([found('PENDING')])
    await run({ intervalMs: 1_000, timeoutMs: 3_000 })
    expect(askedAtMs).toEqual([0, 1_000, 2_500])
  })

  it('is pending, without a transaction, if the gateway has none', async () => {
    const { run } = createFixture([UNKNOWN])
    expect(await run()).toEqual({ kind: 'pending', transaction: null, error: null })
  })

  it('continues after a lost response', async () => {
    const { run } = createFixture([unreachable, unreachable, found('APPROVED')])
    expect(await run()).toMatchObject({ kind: 'final' })
  })

  it('is pending if the gateway does not answer, which is no refusal', async () => {
    const { run } = createFixture([found('PENDING'), unreachable])
    expect(await run()).toEqual({ kind: 'pending', ...pick(found('PENDING')), error: unreachable })
  })

  it.each([RateLimitError, ServiceUnavailableError])('waits as long as a %s requires', async (Refusal) => {
    const { run, askedAtMs } = createFixture([new Refusal({ retryAfterSeconds: 7 }), found('APPROVED')])
    await run()
    expect(askedAtMs).toEqual([0, 7_000])
  })

  it.each([{ intervalMs: 0 }, { timeoutMs: Infinity }, { timeoutMs: -1 }])(
    'refuses %j: it would poll without a pause, or not wait at all',
    async (options) => {
      const { run, askedAtMs } = createFixture([found('PENDING')])
      await expect(run(options)).rejects.toMatchObject({ code: 'configuration_invalid' })
      expect(askedAtMs).toEqual([])
    },
  )

  it('throws errors that waiting cannot fix', async () => {
    const refusal = new PermissionError({ status: 403, blockedAtEdge: false })
    await expect(createFixture([refusal]).run()).rejects.toBe(refusal)
    await expect(createFixture([new TypeError('bug')]).run()).rejects.toThrow('bug')
  })

  it('ends with the signal', async () => {
    const controller = new AbortController()
    const { run, timers, later } = createFixture([found('PENDING')])
    const gone = new Error('the customer is gone')
    later(700, () => controller.abort(gone), false)
    await expect(run({ signal: controller.signal })).rejects.toBe(gone)
    expect(timers.size).toBe(0)
    await expect(run({ signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
  })

  it('queries when a webhook reports the transaction, and ignores others', async () => {
    const notifier = createTransactionNotifier()
    const { run, askedAtMs, later } = createFixture([found('PENDING'), found('PENDING'), found('APPROVED')])
    later(1_000, () => notifier.notify('another'), false)
    later(4_500, () => notifier.notify(transaction.id), false)
    expect(await run({ notifier, intervalMs: 4_000 })).toMatchObject({ kind: 'final' })
    expect(askedAtMs).toEqual([0, 4_000, 4_500])
  })

  it('misses no webhook that arrives during a query', async () => {
    const notifier = createTransactionNotifier()
    let asked = 0
    const awaitFinal = createAwaitFinal({
      status: () => {
        asked += 1
        if (asked > 1) return Promise.resolve(found('APPROVED'))
        notifier.notify(transaction.id)
        return Promise.resolve(found('PENDING'))
      },
      startTimer: () => () => {},
    })
    expect(await awaitFinal(transaction.id, { notifier })).toMatchObject({ kind: 'final' })
  })
})

function pick({ transaction }: StatusFound) {
  return { transaction }
}
