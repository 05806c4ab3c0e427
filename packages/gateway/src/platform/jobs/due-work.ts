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
   * Runs the change, then every task until nothing is due any more: what is done may make other things due. No round is
   * under way during the change, for what it read before would be written back after. Gives how much was done since the
   * change began, by whichever round; upkeep does not count.
   */
  runAfter(change: () => Promise<void>): Promise<number>
  /** Stops after the round that is running. */
  stop(): Promise<void>
}

/** How often due work is looked for: deadlines are minutes long, and nobody notices a second. */
const DUE_WORK_INTERVAL_MS = 1_000

/** What nobody misses can wait a minute; deleting it every second would hold the lock that payments need. */
const ROUNDS_PER_UPKEEP = 60

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
  const runAll = async (withUpkeep: boolean): Promise<number> => {
    let done = 0
    for (const task of tasks) if (withUpkeep || !task.isUpkeep) done += await runTask(task)
    doneSinceStart += done
    return done
  }
  const runOnce = (withUpkeep = true): Promise<number> => {
    round = round.then(() => runAll(withUpkeep))
    return round
  }
  const loop = async (): Promise<void> => {
    for (let rounds = 0; !stopped; rounds += 1) {
      await runOnce(rounds % ROUNDS_PER_UPKEEP === 0)
      await options.timers.sleep(options.intervalMs ?? DUE_WORK_INTERVAL_MS)
    }
  }
  void loop()
  return {
    async runAfter(change) {
      let doneBefore = 0
      const changed = round.then(() => {
        doneBefore = doneSinceStart
        return change()
      })
      round = changed.then(
        () => 0,
        () => 0,
      )
      await changed
      for (let rounds = 0; rounds < ROUNDS_MAX && (await runOnce()) > 0; rounds += 1);
      return doneSinceStart - doneBefore
    },
    async stop() {
      stopped = true
      await round
    },
  }
}
