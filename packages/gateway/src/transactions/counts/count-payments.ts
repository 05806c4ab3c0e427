import { nextCountAt } from './count-hours.ts'
import type { PaymentCounts } from './payment-counts.store.ts'

/**
 * The maximum number of commits in one round, so that the first rounds over years of payments do not block other
 * work.
 */
const STEPS_PER_ROUND = 20

/**
 * Creates the job that counts payments. Changes of counted payments are counted in every round; hours that are over are
 * counted once an hour, and round after round while there is a past to count.
 */
export function createCountPayments({
  paymentCounts,
  listMerchantIds,
  now,
}: {
  readonly paymentCounts: PaymentCounts
  readonly listMerchantIds: () => Promise<readonly string[]>
  readonly now: () => number
}): () => Promise<number> {
  let nextAtMs = 0
  /** The merchants whose hours are still to be counted. */
  let waiting: string[] = []
  return async () => {
    const nowMs = now()
    if (nowMs >= nextAtMs) {
      waiting = [...(await listMerchantIds())]
      nextAtMs = nextCountAt(nowMs)
    }
    let steps = 0
    while (steps < STEPS_PER_ROUND) {
      // A merchant whose payments cannot be counted holds up no other: it has its turn again in an hour.
      const next = waiting.pop()
      if (next === undefined) break
      if (!(await paymentCounts.countNext(next, nowMs))) continue
      waiting.push(next)
      steps += 1
    }
    return steps + (await paymentCounts.recount())
  }
}
