import type { Clock } from '../kernel/clock.ts'
import { isDatabaseOutage, isTransactionConflict } from './database-errors.ts'

/** Whether this process can commit: a database that answers reads may accept no write. */
export interface CommitHealth {
  /** Runs a commit and records its outcome. */
  around<T>(commit: () => Promise<T>): Promise<T>
  /**
   * Runs a commit that is sure to write, and is repeated every few seconds. Many other transactions write nothing: they
   * succeed while no standby or disk accepts a commit, and would outweigh the few payments that still arrive.
   */
  aroundBeat<T>(commit: () => Promise<T>): Promise<T>
  /** Returns whether no beat has succeeded for seconds, or more of the recent commits failed or hang than succeeded. */
  isFailing(): boolean
}

/** Old enough outcomes say nothing about the next commit. */
const WINDOW_MS = 5_000

/** A commit that takes longer waits for something that the next one would wait for, too: a standby, a disk, a lost line. */
const HANGING_AFTER_MS = 3_000

/**
 * A standby that fails is replaced by another within this time, and requests that wait for that are answered then: a process that is not ready
 * refuses them.
 */
const BORNE_MS = 8_000

/** The number of outcomes to keep: under load, the latest ones are enough. */
const OUTCOMES_MAX = 256

interface Run {
  readonly begunAtMs: number
}

interface Outcome extends Run {
  readonly endedAtMs: number
  readonly isFailure: boolean
}

/** @param steady - never goes back. */
export function createCommitHealth(steady: Clock): CommitHealth {
  const underWay = new Set<Run>()
  const outcomes: Outcome[] = []
  const beat = { succeededAtMs: steady.now(), isOpen: false }
  const record = ({ begunAtMs }: Run, isFailure: boolean): void => {
    outcomes.push({ begunAtMs, endedAtMs: steady.now(), isFailure })
    if (outcomes.length > OUTCOMES_MAX) outcomes.shift()
  }
  return {
    async around(commit) {
      const run = { begunAtMs: steady.now() }
      underWay.add(run)
      try {
        const result = await commit()
        record(run, false)
        return result
      } catch (error) {
        // An error that the work itself throws shows that the database responds.
        record(run, isDatabaseOutage(error) && !isTransactionConflict(error))
        throw error
      } finally {
        underWay.delete(run)
      }
    },
    async aroundBeat(commit) {
      beat.isOpen = true
      const result = await commit().catch((error: unknown) => {
        // An error that the work itself throws shows that the database responds.
        beat.isOpen = isDatabaseOutage(error) && !isTransactionConflict(error)
        throw error
      })
      beat.isOpen = false
      beat.succeededAtMs = steady.now()
      return result
    },
    isFailing() {
      const nowMs = steady.now()
      if (beat.isOpen && nowMs - beat.succeededAtMs >= BORNE_MS) return true
      const recent = outcomes.filter(({ endedAtMs }) => nowMs - endedAtMs < WINDOW_MS)
      const failures = recent.filter(({ isFailure }) => isFailure)
      const isBorne = ({ begunAtMs }: Run) => nowMs - begunAtMs < BORNE_MS
      // Commits that were abandoned after a time-out count as pending.
      const failed = failures.filter((one) => !isSilent(one) || !isBorne(one)).length
      const hanging = [...underWay].filter((one) => !isBorne(one)).length
      return failed + hanging > recent.length - failures.length
    },
  }
}

const isSilent = ({ begunAtMs, endedAtMs }: Outcome): boolean => endedAtMs - begunAtMs >= HANGING_AFTER_MS
