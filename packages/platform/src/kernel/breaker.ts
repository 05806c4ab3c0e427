import type { Clock } from './clock.ts'

/**
 * The end of a call. `refused`: no connection was established. `timeout`: any other failure to answer. `inconclusive`:
 * the party answered, which does not show that it answers its other calls.
 */
export type CallEnd = 'answered' | 'inconclusive' | 'refused' | 'timeout'

/** Rates one party by the calls of this process. It has its counters in memory; the caller stores the result. */
export interface Breaker<Subject> {
  /** Records the start of a call; call the returned function to record its end. */
  begin(subject: Subject): (end: CallEnd) => void
  /** Returns whether the party counts as failing, until {@link reset}. */
  isTripped(): boolean
  /** Resets the breaker after an answered probe: calls that began before no longer count. */
  reset(): void
  /** The number of calls that still wait for an answer. */
  countWaiting(): number
  /** The time of the last answer; null before the first. */
  lastAnsweredAtMs(): number | null
}

/** The minimum number of waiting calls: fewer may be a coincidence. */
const WAITING_MIN = 3
/** Acquirers answer within two seconds: one that has answered nothing for longer has stopped. */
const SILENCE_MS = 3_000
/** A call that began less than this ago would still wait at a healthy party, and proves nothing. */
const WAIT_MIN_MS = 1_000
/** One or two refused connections happen when a party restarts. */
const REFUSED_MAX = 3

interface WaitingCall<Subject> {
  readonly subject: Subject
  readonly beganAtMs: number
}

/**
 * Makes a breaker. It trips when three calls of two subjects wait, each for a second and the oldest for three, and the
 * party has answered none for three seconds; or after three refused connections without an answer in between. Of one
 * payment a second at two processes, a party that has stopped therefore gets six at most.
 *
 * @param realTime - the machine's clock.
 * @param differ - whether two subjects differ: repeated calls of one subject prove nothing about the party.
 */
export function createBreaker<Subject>(
  realTime: Clock,
  differ: (one: Subject, other: Subject) => boolean,
): Breaker<Subject> {
  const waiting = new Set<WaitingCall<Subject>>()
  /** The waiting calls that count, oldest first. */
  const judged = new Set<WaitingCall<Subject>>()
  let answeredAtMs: number | null = null
  let refused = 0
  let isTripped = false

  const isSilent = (): boolean => {
    const [oldest] = judged
    const nowMs = realTime.now()
    const silentSinceMs = nowMs - SILENCE_MS
    if (oldest === undefined || Math.max(oldest.beganAtMs, answeredAtMs ?? 0) > silentSinceMs) return false
    let unanswered = 0
    let areOfSeveral = false
    for (const { subject, beganAtMs } of judged) {
      if (beganAtMs > nowMs - WAIT_MIN_MS) return false
      unanswered += 1
      areOfSeveral ||= differ(subject, oldest.subject)
      if (unanswered >= WAITING_MIN && areOfSeveral) return true
    }
    return false
  }
  return {
    begin(subject) {
      const call = { subject, beganAtMs: realTime.now() }
      waiting.add(call)
      judged.add(call)
      return (end) => {
        if (end === 'answered') {
          answeredAtMs = realTime.now()
          refused = 0
        }
        // The call itself may be the third waiting one.
        isTripped ||= isSilent()
        waiting.delete(call)
        judged.delete(call)
        if (end === 'refused') refused += 1
        isTripped ||= refused >= REFUSED_MAX
      }
    },
    isTripped() {
      isTripped ||= isSilent()
      return isTripped
    },
    reset() {
      judged.clear()
      refused = 0
      isTripped = false
    },
    countWaiting: () => waiting.size,
    lastAnsweredAtMs: () => answeredAtMs,
  }
}
