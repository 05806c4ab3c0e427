import type { Clock } from '../kernel/clock.ts'
import { isDatabaseOutage, isTransactionConflict } from './database-errors.ts'

/** Whether this process can commit: a database that answers reads may take no write. */
export interface CommitHealth {
  /** Runs a commit and records its outcome. */
  around<T>(commit: () => Promise<T>): Promise<T>
  /**
   * Runs a commit that is sure to write, and is repeated every few seconds. Many others find nothing to write: they succeed while no
   * standby or disk takes a commit, and would outweigh the few payments that still come.
   */
  aroundBeat<T>(commit: () => Promise<T>): Promise<T>
  /** Whether no beat has succeeded for seconds, or more of the recent commits failed or hang than succeeded. */
  isFailing(): boolean
}

/** Old enough outcomes say nothing about the next commit. */
const WINDOW_MS = 5_000

/** A commit that takes longer waits for something that the next one would wait for, too: a standby, a disk, a lost line. */
const HANGING_AFTER_MS = 3_000

/**
 * A standby that fails is replaced by another within some ten seconds, and requests that wait for that are answered then: a process that is
 * not ready refuses them.
 */
const BEAT_MISSED_AFTER_MS = 8_000

/** Under load the latest outcomes are enough. */
const OUTCOMES_MAX = 256

/** @param steady - never goes back. */
export function createCommitHealth(steady: Clock): CommitHealth {
  const underWay = new Set<{ readonly begunAtMs: number }>()
  const outcomes: { readonly endedAtMs: number; readonly isFailure: boolean }[] = []
  const beat = { succeededAtMs: steady.now(), isOpen: false }
  const record = (isFailure: boolean): void => {
    outcomes.push({ endedAtMs: steady.now(), isFailure })
    if (outcomes.length > OUTCOMES_MAX) outcomes.shift()
  }
  return {
    async around(commit) {
      const run = { begunAtMs: steady.now() }
      underWay.add(run)
      try {
        const result = await commit()
        record(false)
        return result
      } catch (error) {
        // What the work itself rejects says that the database answers.
        record(isDatabaseOutage(error) && !isTransactionConflict(error))
        throw error
      } finally {
        underWay.delete(run)
      }
    },
    async aroundBeat(commit) {
      beat.isOpen = true
      const result = await commit().catch((error: unknown) => {
        // What the work itself rejects says that the database answers.
        beat.isOpen = isDatabaseOutage(error) && !isTransactionConflict(error)
        throw error
      })
      beat.isOpen = false
      beat.succeededAtMs = steady.now()
      return result
    },
    isFailing() {
      const nowMs = steady.now()
      if (beat.isOpen && nowMs - beat.succeededAtMs >= BEAT_MISSED_AFTER_MS) return true
      const recent = outcomes.filter(({ endedAtMs }) => nowMs - endedAtMs < WINDOW_MS)
      const failed = recent.filter(({ isFailure }) => isFailure).length
      const hanging = [...underWay].filter(({ begunAtMs }) => nowMs - begunAtMs >= HANGING_AFTER_MS).length
      return failed + hanging > recent.length - failed
    },
  }
}
