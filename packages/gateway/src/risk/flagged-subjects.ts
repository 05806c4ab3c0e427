import type { Clock } from '@sluice/platform/kernel/clock'
import { createTimedCache } from '@sluice/platform/kernel/timed-cache'

import type { AppliedRule, WatchedPayment } from './watch-payment.ts'

/** Rules count minutes and hours; a subject that may pay again by then is asked for once more at worst. */
const SUSPECTED_MS = 60_000

/** A hundred bytes each. */
const MAX_REMEMBERED = 10_000

/** Payments that broke a rule a moment ago, and whose payments they were: the next ones may break it too. */
export interface FlaggedSubjects {
  has(watched: WatchedPayment): boolean
  /** One whose rule is not known yet. */
  addPayment(watched: WatchedPayment): void
  /** All payments of the subjects of the rules that one broke. */
  addSubjects(watched: WatchedPayment, broken: readonly Pick<AppliedRule, 'subject'>[]): void
}

/** @param clock - real time. */
export function createFlaggedSubjects(clock: Clock): FlaggedSubjects {
  const remembered = createTimedCache<true>({ clock, maxEntries: MAX_REMEMBERED })
  const remember = (key: string) => remembered.set(key, true, clock.now() + SUSPECTED_MS)
  const keyOf = ({ merchantId }: WatchedPayment, name: string) => `${merchantId}/${name}`
  return {
    has: (watched) =>
      [watched.transactionId, ...watched.rules.map(({ subject }) => subject)].some(
        (name) => remembered.get(keyOf(watched, name)) === true,
      ),
    addPayment: (watched) => remember(keyOf(watched, watched.transactionId)),
    addSubjects: (watched, broken) => {
      for (const { subject } of broken) remember(keyOf(watched, subject))
    },
  }
}
