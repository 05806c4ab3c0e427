import type { Clock } from '@sluice/platform/kernel/clock'
import { createTimedCache } from '@sluice/platform/kernel/timed-cache'

import type { AppliedRule, WatchedPayment } from './watch-payment.ts'

/**
 * How long subjects stay flagged. Rules count minutes and hours, so at worst a subject that may pay again is checked
 * once too often.
 */
const SUSPECTED_MS = 60_000

/** The maximum number of flagged subjects, a hundred bytes each. */
const MAX_REMEMBERED = 10_000

/** The payments that recently matched a rule, and their subjects, whose next payments may match it, too. */
export interface FlaggedSubjects {
  has(watched: WatchedPayment): boolean
  /** Flags a payment whose rule is not known yet. */
  addPayment(watched: WatchedPayment): void
  /** Flags all payments of the subjects of the rules that one matched. */
  addSubjects(watched: WatchedPayment, broken: readonly Pick<AppliedRule, 'subject'>[]): void
}

/** @param clock - the real clock. */
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
