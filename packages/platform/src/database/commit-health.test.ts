import { expect, it } from 'vitest'

import { createCommitHealth } from './commit-health.ts'
import { DatabaseBusyError, LostConnectionError } from './database-errors.ts'

function prepare() {
  let nowMs = 0
  const health = createCommitHealth({ now: () => nowMs })
  return {
    health,
    pass: (ms: number) => (nowMs += ms),
    fail: (error: unknown) => health.around(() => Promise.reject(error)).catch(() => undefined),
    succeed: () => health.around(() => Promise.resolve()),
  }
}

it('is failing while more commits fail than succeed, and for five seconds after the last failure', async () => {
  const { health, pass, fail, succeed } = prepare()
  expect(health.isFailing()).toBe(false)
  await succeed()
  await fail(new LostConnectionError('gone'))
  expect(health.isFailing()).toBe(false)
  await fail(new DatabaseBusyError())
  expect(health.isFailing()).toBe(true)
  pass(4_999)
  expect(health.isFailing()).toBe(true)
  pass(1)
  expect(health.isFailing()).toBe(false)
})

it('counts a full disk, but no refusal by the work itself or by another transaction', async () => {
  const { health, fail } = prepare()
  await fail(new Error('this refund is above the captured amount'))
  await fail(Object.assign(new Error('deadlock'), { code: '40P01' }))
  expect(health.isFailing()).toBe(false)
  const full = Object.assign(new Error('no space left on device'), { code: '53100' })
  for (let at = 0; at < 3; at += 1) await fail(full)
  expect(health.isFailing()).toBe(true)
})

it('tolerates commits that wait eight seconds for the replacement of a standby', async () => {
  const { health, pass } = prepare()
  let giveUp: (error: unknown) => void = () => undefined
  const waiting = health.around(() => new Promise<void>((_, reject) => (giveUp = reject)))
  pass(5_000)
  giveUp(new LostConnectionError('given up'))
  await expect(waiting).rejects.toThrow('given up')
  expect(health.isFailing()).toBe(false)
  pass(2_999)
  expect(health.isFailing()).toBe(false)
  pass(1)
  expect(health.isFailing()).toBe(true)
})

it('counts a commit that hangs for longer, until it ends', async () => {
  const { health, pass } = prepare()
  let end: () => void = () => undefined
  const hanging = health.around(() => new Promise<void>((resolve) => (end = resolve)))
  pass(7_999)
  expect(health.isFailing()).toBe(false)
  pass(1)
  expect(health.isFailing()).toBe(true)
  end()
  await hanging
  expect(health.isFailing()).toBe(false)
})

it('uses the heartbeat while other work succeeds that writes nothing', async () => {
  const { health, pass, succeed } = prepare()
  let fail: (error: unknown) => void = () => undefined
  pass(2_000)
  const hanging = health.aroundBeat(() => new Promise<void>((_, reject) => (fail = reject)))
  pass(5_000)
  fail(new LostConnectionError('given up'))
  await expect(hanging).rejects.toThrow('given up')
  for (let at = 0; at < 10; at += 1) await succeed()
  expect(health.isFailing()).toBe(false)
  pass(1_000)
  expect(health.isFailing()).toBe(true)
  pass(60_000)
  expect(health.isFailing()).toBe(true)
  await health.aroundBeat(() => Promise.resolve())
  expect(health.isFailing()).toBe(false)
  pass(60_000)
  const conflict = Object.assign(new Error('deadlock'), { code: '40P01' })
  await health.aroundBeat(() => Promise.reject(conflict)).catch(() => undefined)
  expect(health.isFailing()).toBe(false)
})
