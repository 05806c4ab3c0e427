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

  it('waits for a round that is under way: it would write back what it read before', async () => {
    const seen: string[] = []
    let finish = () => {}
    const round = new Promise<void>((resolve) => {
      finish = resolve
    })
    start({
      name: 'slow',
      run: async () => {
        seen.push('reads')
        await round
        seen.push('writes')
        return 0
      },
    })
    const changed = loop.runAfter(async () => {
      seen.push('changes')
    })
    await Promise.resolve()
    finish()
    await changed
    expect(seen.slice(0, 3)).toEqual(['reads', 'writes', 'changes'])
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

describe('due work by itself', () => {
  it('leaves upkeep to every sixtieth round', async () => {
    const runs = { urgent: 0, upkeep: 0 }
    const count = (name: keyof typeof runs) => async () => {
      runs[name] += 1
      return 0
    }
    await new Promise<void>((end) => {
      loop = startDueWork(
        [
          { name: 'urgent', run: count('urgent') },
          { name: 'upkeep', isUpkeep: true, run: count('upkeep') },
        ],
        {
          timers: {
            sleep: () => {
              if (runs.urgent < 121) return Promise.resolve()
              end()
              return new Promise(() => {})
            },
          },
          onError: () => undefined,
        },
      )
    })
    expect(runs).toEqual({ urgent: 121, upkeep: 3 })
  })
})
