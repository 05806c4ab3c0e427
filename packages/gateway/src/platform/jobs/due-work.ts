import type { Timers } from '../../kernel/timers.ts'

/** Something that looks for work whose time has come and does it; gives how much it did. */
export interface DueWork {
  readonly name: string
  /** Forgets what nobody misses: it is not what somebody waits for who moves a clock. */
  readonly isUpkeep?: true
  run(): Promise<number>
}

export interface DueWorkLoop {
  /**
   * Runs the change, then every task until nothing is due any more: what is done may make other things due. Gives how much
   * was done since the change began, by whichever round; upkeep does not count.
   */
  runAfter(change: () => Promise<void>): Promise<number>
  /** Stops after the round that is running. */
  stop(): Promise<void>
}

/** How often due work is looked for: deadlines are minutes long, and nobody notices a second. */
export const DUE_WORK_INTERVAL_MS = 1_000

/** One thing makes the next due, three or four times at most; a task that always finds more must not hold anybody up. */
const ROUNDS_MAX = 100

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
  let round: Promise<number> = Promise.resolve(0)
  let doneSinceStart = 0

  const runTask = async (task: DueWork): Promise<number> => {
    try {
      const done = await task.run()
      return task.isUpkeep ? 0 : done
    } catch (error) {
      options.onError(task.name, error)
      return 0
    }
  }
  const runAll = async (): Promise<number> => {
    let done = 0
    for (const task of tasks) done += await runTask(task)
    doneSinceStart += done
    return done
  }
  const runOnce = (): Promise<number> => {
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
    async runAfter(change) {
      const doneBefore = doneSinceStart
      await change()
      for (let rounds = 0; rounds < ROUNDS_MAX && (await runOnce()) > 0; rounds += 1);
      return doneSinceStart - doneBefore
    },
    async stop() {
      stopped = true
      await round
    },
  }
}
