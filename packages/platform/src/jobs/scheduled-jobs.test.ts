import { afterEach, describe, expect, it, vi } from 'vitest'

import { type ScheduledJob, type ScheduledJobInPlaces, type JobLoop, startJobs } from './scheduled-jobs.ts'

let loop: JobLoop
afterEach(() => loop.stop())

const errors: unknown[] = []
const random = { bytes: () => new Uint8Array([255]) }

/** A loop whose own rounds never come: after the first it sleeps. */
function start(...tasks: readonly (ScheduledJob | ScheduledJobInPlaces)[]): void {
  errors.length = 0
  loop = startJobs(tasks, {
    timers: { sleep: () => new Promise(() => {}) },
    random,
    onError: (_, error) => errors.push(error),
  })
}

/** A task with a given amount of work in each round, and then none. */
function inRounds(...done: readonly number[]): ScheduledJob {
  const rest = [...done]
  return { name: 'rounds', run: async () => rest.shift() ?? 0 }
}

const nothing = () => Promise.resolve()

describe('due work after a change', () => {
  it('includes what the change made due', async () => {
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

  it('continues until nothing is due, because one job makes another due', async () => {
    start(inRounds(0, 2, 1, 0, 5))
    expect(await loop.runAfter(nothing)).toBe(3)
    expect(await loop.runAfter(nothing)).toBe(5)
  })

  it('continues after a failed task', async () => {
    const failing = { name: 'failing', run: () => Promise.reject(new Error('database away')) }
    start(failing, inRounds(0, 1))
    expect(await loop.runAfter(nothing)).toBe(1)
    expect(errors).not.toEqual([])
  })

  it('ends even if a task always finds more', async () => {
    start({ name: 'endless', run: async () => 1 })
    expect(await loop.runAfter(nothing)).toBeGreaterThan(0)
  })

  it('waits for running tasks, which would overwrite the change with older data', async () => {
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
    await vi.waitFor(() => expect(seen).toEqual(['reads']))
    const changed = loop.runAfter(async () => {
      seen.push('changes')
    })
    await Promise.resolve()
    finish()
    await changed
    expect(seen.slice(0, 3)).toEqual(['reads', 'writes', 'changes'])
  })

  it('excludes everything else: no task starts on its own between a change and its end', async () => {
    const seen: string[] = []
    let wakeUp = () => {}
    const task = { name: 'task', run: async () => seen.push('runs') && 0 }
    loop = startJobs([task], {
      timers: { sleep: () => new Promise((resolve) => (wakeUp = resolve)) },
      random,
      onError: () => undefined,
    })
    await vi.waitFor(() => expect(seen).toEqual(['runs']))
    let finish = () => {}
    const changed = loop.runAfter(() => new Promise((resolve) => (finish = resolve)))
    wakeUp()
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
    expect(seen).toEqual(['runs'])
    finish()
    await changed
    expect(seen.length).toBeGreaterThan(1)
  })

  it('excludes maintenance', async () => {
    start({ name: 'upkeep', isUpkeep: true, run: async () => 7 })
    expect(await loop.runAfter(nothing)).toBe(0)
  })

  it('is skipped when the change fails', async () => {
    start(inRounds(0))
    const change = () => Promise.reject(new Error('unknown sandbox'))
    await expect(loop.runAfter(change)).rejects.toThrow('unknown sandbox')
    expect(await loop.runAfter(nothing)).toBe(0)
  })

  it('runs even where no job runs otherwise', async () => {
    let runs = 0
    const task = { name: 'task', run: async () => (runs += 1) && 0 }
    loop = startJobs([task], {
      timers: { sleep: () => Promise.resolve() },
      random,
      onError: () => undefined,
      onlyAfterChanges: true,
    })
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
    expect(runs).toBe(0)
    await loop.runAfter(nothing)
    expect(runs).toBe(1)
  })
})

/** Runs tasks until one of them has run the given number of times; returns how long each slept after each run. */
function sleepsOf(
  tasks: readonly (ScheduledJob | ScheduledJobInPlaces)[],
  until: { readonly sleeps: number },
): Promise<number[]> {
  const sleeps: number[] = []
  errors.length = 0
  return new Promise((end) => {
    loop = startJobs(tasks, {
      timers: {
        sleep: (ms) => {
          sleeps.push(ms)
          if (sleeps.length < until.sleeps) return Promise.resolve()
          end(sleeps)
          return new Promise(() => {})
        },
      },
      random,
      onError: (_, error) => errors.push(error),
      intervalMs: 1_000,
    })
  })
}

describe('due work without a change', () => {
  it('is checked every second, and maintenance every minute', async () => {
    expect(await sleepsOf([inRounds()], { sleeps: 3 })).toEqual([1_000, 1_000, 1_000])
    expect(await sleepsOf([{ ...inRounds(), isUpkeep: true }], { sleeps: 2 })).toEqual([60_000, 60_000])
  })

  it('is retried after growing pauses while it fails, at most four seconds apart', async () => {
    const failing = { name: 'failing', run: () => Promise.reject(new Error('database away')) }
    const sleeps = await sleepsOf([failing], { sleeps: 5 })
    expect(sleeps).toEqual([1_996, 3_992, 3_992, 3_992, 3_992])
    // Said once: the log of an outage is no longer than the outage is interesting.
    expect(errors.length).toBe(1)
  })

  it('does not wait for a task that hangs', async () => {
    let runs = 0
    const hanging = { name: 'hanging', run: () => new Promise<number>(() => {}) }
    await new Promise<void>((end) => {
      const counting = { name: 'counting', run: async () => (runs += 1) && 0 }
      const hung = startJobs([hanging, counting], {
        timers: { sleep: () => (runs < 10 ? Promise.resolve() : (end(), new Promise(() => {}))) },
        random,
        onError: () => undefined,
      })
      loop = { ...hung, stop: () => Promise.resolve() }
    })
    expect(runs).toBe(10)
  })
})

describe('due work in places', () => {
  /** Work that is due in these places until it was done there. */
  const dueIn = (...places: readonly string[]) => {
    const due = new Set(places)
    const began: string[] = []
    const work = {
      name: 'in places',
      listDue: async () => [...due],
      async runAt(place: string) {
        began.push(place)
        due.delete(place)
        return 1
      },
    }
    return { work, began, due }
  }

  /** Lets running tasks continue, and checks again. */
  function startAwake(work: ScheduledJobInPlaces): () => Promise<void> {
    errors.length = 0
    let wakeUp = () => {}
    loop = startJobs([work], {
      timers: { sleep: () => new Promise((resolve) => (wakeUp = resolve)) },
      random,
      onError: (_, error) => errors.push(error),
    })
    const settle = async () => {
      for (let turns = 0; turns < 50; turns += 1) await Promise.resolve()
    }
    return async () => {
      await settle()
      wakeUp()
      await settle()
    }
  }

  it('runs in each, and is counted', async () => {
    const { work, began, due } = dueIn()
    start(work)
    const change = async () => {
      due.add('a').add('b')
    }
    expect(await loop.runAfter(change)).toBe(2)
    expect(began).toEqual(['a', 'b'])
  })

  it('runs in the others while it hangs in one, where it does not start a second time', async () => {
    const { work, began, due } = dueIn('hangs', 'swift')
    let proceed = () => {}
    const hanging = new Promise<void>((resolve) => (proceed = resolve))
    const look = startAwake({
      ...work,
      async runAt(place) {
        const done = await work.runAt(place)
        if (place === 'hangs') await hanging
        return done
      },
    })
    await look()
    due.add('hangs').add('swift')
    await look()
    expect(began).toEqual(['hangs', 'swift', 'swift'])
    proceed()
    await look()
    expect(began).toEqual(['hangs', 'swift', 'swift', 'hangs'])
  })

  it('continues in the others if it fails in one, which is reported once', async () => {
    const { work, began, due } = dueIn('fails', 'swift')
    const look = startAwake({
      ...work,
      async runAt(place) {
        await work.runAt(place)
        if (place === 'fails') throw new Error('read-only database')
        return 1
      },
    })
    await look()
    due.add('fails')
    await look()
    due.add('swift')
    await look()
    expect(began).toEqual(['fails', 'swift', 'fails', 'swift'])
    expect(errors.length).toBe(1)
  })

  it('retries after growing pauses while the due databases are unknown', async () => {
    const lost = { ...dueIn().work, listDue: () => Promise.reject(new Error('database away')) }
    const sleeps = await sleepsOf([lost], { sleeps: 3 })
    expect(sleeps).toEqual([1_996, 3_992, 3_992])
    expect(errors.length).toBe(1)
  })

  it('is awaited before a change, also if it began in the meantime', async () => {
    const seen: string[] = []
    let find = (_places: readonly string[]) => {}
    let proceed = () => {}
    start({
      name: 'in places',
      listDue: () =>
        new Promise((resolve) => {
          seen.push('looks')
          find = resolve
        }),
      async runAt(place) {
        seen.push(`${place} begins`)
        await new Promise<void>((resolve) => (proceed = resolve))
        seen.push(`${place} ends`)
        return 1
      },
    })
    await vi.waitFor(() => expect(seen).toEqual(['looks']))
    const changed = loop.runAfter(async () => void seen.push('changes'))
    find(['a'])
    await vi.waitFor(() => expect(seen).toEqual(['looks', 'a begins']))
    proceed()
    await vi.waitFor(() => expect(seen).toEqual(['looks', 'a begins', 'a ends', 'changes', 'looks']))
    find([])
    await changed
  })

  it('starts nowhere during shutdown', async () => {
    const { work, began } = dueIn('a')
    let looks = 0
    let look = () => {}
    start({
      ...work,
      listDue: async () => {
        looks += 1
        await new Promise<void>((resolve) => (look = resolve))
        return work.listDue()
      },
    })
    await vi.waitFor(() => expect(looks).toBe(1))
    const stopped = loop.stop()
    look()
    await stopped
    expect(began).toEqual([])
  })
})
