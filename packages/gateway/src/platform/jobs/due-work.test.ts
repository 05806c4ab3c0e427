import { afterEach, describe, expect, it } from 'vitest'

import { type DueWork, type DueWorkLoop, startDueWork } from './due-work.ts'

let loop: DueWorkLoop
afterEach(() => loop.stop())

const errors: unknown[] = []

/** A loop whose own rounds never come: after the first it sleeps. */
function start(...tasks: readonly DueWork[]): void {
  errors.length = 0
  loop = startDueWork(tasks, {
    timers: { sleep: () => new Promise(() => {}) },
    onError: (_, error) => errors.push(error),
  })
}

/** A task that does so much in each of its rounds, then nothing. */
function inRounds(...done: readonly number[]): DueWork {
  const rest = [...done]
  return { name: 'rounds', run: async () => rest.shift() ?? 0 }
}

const nothing = () => Promise.resolve()

describe('due work after a change', () => {
  it('is what the change made due', async () => {
    let due = 0
    const task = {
      name: 'task',
      run: async () => {
        const done = due
        due = 0
        return done
      },
    }
    start(task)
    expect(await loop.runAfter(nothing)).toBe(0)
    const change = async () => {
      due = 3
    }
    expect(await loop.runAfter(change)).toBe(3)
    expect(await loop.runAfter(nothing)).toBe(0)
  })

  it('goes on until nothing is due: one thing makes another due', async () => {
    start(inRounds(0, 2, 1, 0, 5))
    expect(await loop.runAfter(nothing)).toBe(3)
    expect(await loop.runAfter(nothing)).toBe(5)
  })

  it('goes on after a task that fails', async () => {
    const failing = { name: 'failing', run: () => Promise.reject(new Error('database away')) }
    start(failing, inRounds(0, 1))
    expect(await loop.runAfter(nothing)).toBe(1)
    expect(errors).not.toEqual([])
  })

  it('ends even if a task always finds more', async () => {
    start({ name: 'endless', run: async () => 1 })
    expect(await loop.runAfter(nothing)).toBeGreaterThan(0)
  })

  it('is not upkeep', async () => {
    start({ name: 'upkeep', isUpkeep: true, run: async () => 7 })
    expect(await loop.runAfter(nothing)).toBe(0)
  })

  it('is not done when the change fails', async () => {
    start(inRounds(0))
    const change = () => Promise.reject(new Error('unknown sandbox'))
    await expect(loop.runAfter(change)).rejects.toThrow('unknown sandbox')
  })
})
