import { nextCountAt } from './count-hours.ts'
import type { PaymentCounts } from './payment-counts.store.ts'

/** How many commits one round makes at most: the first rounds over years of payments leave other work its turns. */
const STEPS_PER_ROUND = 20

/**
 * Makes the job that counts payments. Changes of counted payments are counted in every round; hours that are over are counted once an
 * hour, and round after round while there is a past to count.
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
    const recounted = await paymentCounts.recount()
    if (nowMs >= nextAtMs) {
      waiting = [...(await listMerchantIds())]
      nextAtMs = nextCountAt(nowMs)
    }
    let steps = 0
    for (let next = waiting.at(-1); next !== undefined && steps < STEPS_PER_ROUND; next = waiting.at(-1)) {
      if (await paymentCounts.countNext(next, nowMs)) steps += 1
      else waiting.pop()
    }
    return recounted + steps
  }
}
