import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'

import { describeFailure } from './describe-failure.ts'
import type { FailedRequest, FailedRequests } from './failed-request.ts'

/** A request that was answered with 400 or more, as the edge knows it. */
export type Failure = Omit<FailedRequest, 'id' | 'createdAtMs' | 'property' | 'message'> & {
  /** The body of the answer. */
  readonly answer: unknown
}

export interface FailureCollector {
  /** Records a failure; never waits, never fails. */
  record(failure: Failure): void
  /**
   * Writes the recorded failures in one statement, and returns the number of rows. Failures that cannot be written
   * are lost: no payment waits for them.
   *
   * @throws When the database rejects them.
   */
  write(): Promise<number>
}

/** Waiting to be written, of all merchants together: half a megabyte. A flood is seen by its first thousands, too. */
const WAITING_MAX = 2_000

/** The maximum per merchant, so that one with many failures leaves room for the others. */
const WAITING_MAX_PER_MERCHANT = 500

/** @decision 0032 */
export function collectFailures({
  failures,
  random,
  clock,
}: {
  readonly failures: Pick<FailedRequests, 'add'>
  readonly random: Random
  readonly clock: Clock
}): FailureCollector {
  let waiting: FailedRequest[] = []
  let waitingOf = new Map<string, number>()

  return {
    record({ answer, ...failure }) {
      for (const described of describeFailure(answer)) {
        const others = waitingOf.get(failure.merchantId) ?? 0
        if (waiting.length === WAITING_MAX || others === WAITING_MAX_PER_MERCHANT) return
        waiting.push({ ...failure, ...described, id: random.uuid(), createdAtMs: clock.now() })
        waitingOf.set(failure.merchantId, others + 1)
      }
    },

    async write() {
      const taken = waiting
      if (taken.length === 0) return 0
      waiting = []
      waitingOf = new Map()
      await failures.add(taken)
      return taken.length
    },
  }
}
