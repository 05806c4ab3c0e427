import type { Random } from '../kernel/random.ts'
import type { Timers } from '../kernel/timers.ts'

/** A task that finds due work and does it; returns how much it did. */
export interface ScheduledJob {
  readonly name: string
  /** Deletes what has expired: a moved clock does not wait for it. */
  readonly isUpkeep?: true
  /** Other processes may run the same at the same time: what one of them takes, the others leave. */
  run(): Promise<number>
}

/** Due work in several places, such as at each provider: where it hangs it holds up no other. */
export interface ScheduledJobInPlaces {
  readonly name: string
  /** The databases in which something is due, found by one query. */
  listDue(): Promise<readonly string[]>
  /** Never runs twice at once for the same place. */
  runAt(place: string): Promise<number>
}

export interface JobLoop {
  /**
   * Runs the change, then every task until nothing is due: completed work may make other work due. No task runs
   * during the change, because it would overwrite the change with older data. Returns how much was done since the
   * change began, without upkeep.
   */
  runAfter(change: () => Promise<void>): Promise<number>
  /** Stops starting tasks, and waits for the running ones to finish. */
  stop(): Promise<void>
}

/** The interval between checks for due work: deadlines are minutes long, and one more second does not matter. */
const DUE_WORK_INTERVAL_MS = 1_000

/** Upkeep can wait a minute; deleting it every second would hold the lock that payments need. */
const RUNS_PER_UPKEEP = 60

/**
 * One thing makes the next due, three or four times at most; a task that always finds more must not hold up the others.
 */
const ROUNDS_MAX = 100

/** Every task fails while the database is unavailable; the longest pause is the maximum delay once it is back. */
const PAUSE_MAX_MS = 4_000

/** A job that keeps failing is logged once a minute: each process has a dozen jobs. */
const FAILURES_PER_REPORT = 15

/**
 * Checks for due work until stopped, each task at its own pace: one that waits for a provider delays no other. A
 * failed task is reported and retried with growing pauses; it never stops the others.
 *
 * @param work - the tasks, in the order in which {@link JobLoop.runAfter} runs them.
 */
export function startJobs(
  work: readonly (ScheduledJob | ScheduledJobInPlaces)[],
  options: {
    readonly timers: Timers
    readonly random: Pick<Random, 'bytes'>
    readonly onError: (task: string, error: unknown) => void
    /** Runs a task and measures it. `pauseMs` is the delay until its next run. */
    readonly aroundRun?: <T>(task: string, run: () => Promise<T>, pauseMs: number | null) => Promise<T>
    /** Runs only after a change: another process runs at intervals. */
    readonly onlyAfterChanges?: boolean
    readonly intervalMs?: number
    /** The first run follows the interval, so that a start does not cause queries to others. */
    readonly startsWithPause?: boolean
  },
): JobLoop {
  const { timers, random, onError, aroundRun = (_task, run) => run() } = options
  const intervalMs = options.intervalMs ?? DUE_WORK_INTERVAL_MS
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  /** The number of callers of runAfter; while there are any, no task starts on its own. */
  let changes: Promise<void> = Promise.resolve()
  let doneSinceStart = 0

  const pauseOf = ({ isUpkeep }: Pick<ScheduledJob, 'isUpkeep'>) =>
    isUpkeep ? intervalMs * RUNS_PER_UPKEEP : intervalMs

  /** Returns whether the task succeeded. */
  const runTask = async (task: ScheduledJob, failuresBefore = 0): Promise<boolean> => {
    try {
      const done = await aroundRun(
        task.name,
        () => task.run(),
        options.onlyAfterChanges ? null : pauseOf(task),
      )
      if (!task.isUpkeep) doneSinceStart += done
      return true
    } catch (error) {
      if (failuresBefore % FAILURES_PER_REPORT === 0) onError(task.name, error)
      return false
    }
  }
  const trackRun = async (task: ScheduledJob, failuresBefore: number): Promise<boolean> => {
    const run = runTask(task, failuresBefore)
    const ended = run.then(() => void running.delete(ended))
    running.add(ended)
    return run
  }
  /** Starts every task that is not running, without waiting. */
  const beginInPlaces = ({ name, listDue, runAt }: ScheduledJobInPlaces): ScheduledJob => {
    const underWay = new Set<string>()
    /** The number of consecutive failures. */
    const failures = new Map<string, number>()
    const beginAt = async (place: string): Promise<void> => {
      const before = failures.get(place) ?? 0
      underWay.add(place)
      if (await trackRun({ name, run: () => runAt(place) }, before)) failures.delete(place)
      else failures.set(place, before + 1)
      underWay.delete(place)
    }
    return {
      name,
      async run() {
        const due = await listDue()
        if (!stopping.signal.aborted) for (const place of due) if (!underWay.has(place)) void beginAt(place)
        return 0
      },
    }
  }
  const tasks = work.map((one) => ('listDue' in one ? beginInPlaces(one) : one))
  /** Running tasks may have started more. */
  const allEnded = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running)
  }
  const repeat = async (task: ScheduledJob): Promise<void> => {
    let failures = 0
    if (options.startsWithPause) await timers.sleep(intervalMs, stopping.signal)
    for (;;) {
      await changes
      if (stopping.signal.aborted) return
      failures = (await trackRun(task, failures)) ? 0 : failures + 1
      await timers.sleep(
        failures === 0 ? pauseOf(task) : pauseAfterFailure(failures, intervalMs, random),
        stopping.signal,
      )
    }
  }
  const runAll = async (): Promise<number> => {
    const doneBefore = doneSinceStart
    for (const task of tasks) {
      await runTask(task)
      await allEnded()
    }
    return doneSinceStart - doneBefore
  }
  if (!options.onlyAfterChanges) for (const task of tasks) void repeat(task)

  return {
    runAfter(change) {
      const done = changes.then(async () => {
        await allEnded()
        const doneBefore = doneSinceStart
        await change()
        for (let rounds = 0; rounds < ROUNDS_MAX && (await runAll()) > 0; rounds += 1);
        return doneSinceStart - doneBefore
      })
      changes = done.then(
        () => undefined,
        () => undefined,
      )
      return done
    },
    async stop() {
      stopping.abort()
      await changes
      await allEnded()
    },
  }
}

/** Twice as long after each failure, and differently long in each process, so that they do not all come back at once. */
function pauseAfterFailure(failures: number, intervalMs: number, random: Pick<Random, 'bytes'>): number {
  const [byte = 0] = random.bytes(1)
  const longestMs = Math.min(intervalMs * 2 ** failures, PAUSE_MAX_MS)
  return Math.round((longestMs * (256 + byte)) / 512)
}
