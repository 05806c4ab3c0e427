import { expect, it } from 'vitest'

import { withDeadline } from './timers.ts'

/** Timers that a test fires, and that report which of them still run. */
function makeTimers() {
  const running = new Set<() => void>()
  return {
    running,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const end = () => {
          running.delete(end)
          resolve()
        }
        running.add(end)
        signal?.addEventListener('abort', end)
      }),
  }
}

const tooLate = () => new Error('too late')

it('work that ends in time leaves no timer behind, whether it succeeds or fails', async () => {
  const timers = makeTimers()
  expect(await withDeadline(Promise.resolve(1), 10, timers, tooLate)).toBe(1)
  await expect(withDeadline(Promise.reject(new Error('failed')), 10, timers, tooLate)).rejects.toThrow(
    'failed',
  )
  expect(timers.running.size).toBe(0)
})

it('work that takes longer fails with the error of its deadline', async () => {
  const timers = makeTimers()
  const waiting = withDeadline(new Promise(() => undefined), 10, timers, tooLate)
  for (const end of timers.running) end()
  await expect(waiting).rejects.toThrow('too late')
})
