import type { Clock } from '../kernel/clock.ts'

/** A task that runs without a request, as this process knows it. */
export interface TaskRun {
  readonly name: string
  /** Epoch milliseconds. */
  readonly lastRunAtMs: number
  /** The number of consecutive failures; 0 after a successful run. */
  readonly failures: number
}

export interface TaskLog {
  /** Runs a task and remembers how it ended. */
  around<T>(name: string, run: () => Promise<T>): Promise<T>
  /** The tasks in the order of their first runs. */
  list(): readonly TaskRun[]
}

/** Remembers the last run of every task, in memory. */
export function createTaskLog(clock: Clock): TaskLog {
  const runs = new Map<string, TaskRun>()
  return {
    async around(name, run) {
      const failuresBefore = runs.get(name)?.failures ?? 0
      try {
        const result = await run()
        runs.set(name, { name, lastRunAtMs: clock.now(), failures: 0 })
        return result
      } catch (error) {
        runs.set(name, { name, lastRunAtMs: clock.now(), failures: failuresBefore + 1 })
        throw error
      }
    },
    list: () => [...runs.values()],
  }
}
