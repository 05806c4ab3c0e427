import type { Timers } from '../../kernel/timers.ts'

/** Something that looks for work whose time has come and does it; gives how much it did. */
export interface DueWork {
  readonly name: string
  run(): Promise<number>
}

export interface DueWorkLoop {
  /** Runs every task once, now; for tests and for clocks that were moved by hand. */
  runOnce(): Promise<void>
  /** Stops after the round that is running. */
  stop(): Promise<void>
}

/** How often due work is looked for: deadlines are minutes long, and nobody notices a second. */
export const DUE_WORK_INTERVAL_MS = 1_000

/**
 * Looks for due work until stopped. A task that fails is reported and tried again in the next round; it never stops the
 * others.
 */
export function startDueWork(
  tasks: readonly DueWork[],
  options: {
    readonly timers: Timers
    readonly onError: (task: string, error: unknown) => void
    readonly intervalMs?: number
  },
): DueWorkLoop {
  let stopped = false
  let round: Promise<void> = Promise.resolve()

  const runAll = async (): Promise<void> => {
    for (const task of tasks) {
      try {
        await task.run()
      } catch (error) {
        options.onError(task.name, error)
      }
    }
  }
  const runOnce = (): Promise<void> => {
    round = round.then(runAll)
    return round
  }
  const loop = async (): Promise<void> => {
    while (!stopped) {
      await runOnce()
      await options.timers.sleep(options.intervalMs ?? DUE_WORK_INTERVAL_MS)
    }
  }
  void loop()
  return {
    runOnce,
    async stop() {
      stopped = true
      await round
    },
  }
}
