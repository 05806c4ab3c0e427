import type { Clock } from '../kernel/clock.ts'

/** A task that runs without a request, as this process knows it. */
export interface TaskRun {
  readonly name: string
  /** Epoch milliseconds. */
  readonly lastRunAtMs: number
  /** The number of consecutive failures; 0 after a successful run. */
  readonly failures: number
  /** Whether its next run is at least {@link LATE_AFTER_MS} overdue: it hangs, or its loop has ended. */
  readonly isLate: boolean
}

/** Longer than any pause between runs that fail, and than what usually runs long. */
const LATE_AFTER_MS = 60_000

export interface TaskLog {
  /**
   * Runs a task and remembers how it ended.
   *
   * @param pauseMs - after which it runs again; null for a task that runs only when something asks for it.
   */
  around<T>(name: string, run: () => Promise<T>, pauseMs: number | null): Promise<T>
  /** The tasks in the order of their first runs. */
  list(): readonly TaskRun[]
}

/** Records the last run of every task, in memory. */
export function createTaskLog(clock: Clock): TaskLog {
  const runs = new Map<string, Omit<TaskRun, 'isLate'> & { readonly dueAtMs: number | null }>()
  const remember = (name: string, failures: number, pauseMs: number | null) => {
    const lastRunAtMs = clock.now()
    runs.set(name, { name, lastRunAtMs, failures, dueAtMs: pauseMs === null ? null : lastRunAtMs + pauseMs })
  }
  return {
    async around(name, run, pauseMs) {
      const failuresBefore = runs.get(name)?.failures ?? 0
      try {
        const result = await run()
        remember(name, 0, pauseMs)
        return result
      } catch (error) {
        remember(name, failuresBefore + 1, pauseMs)
        throw error
      }
    },
    list: () =>
      [...runs.values()].map(({ dueAtMs, ...run }) => ({
        ...run,
        isLate: dueAtMs !== null && clock.now() - dueAtMs > LATE_AFTER_MS,
      })),
  }
}
