import type { Clock } from './clock.ts'

/** How a call ended. `refused`: no connection came about. `silent`: anything else that was no answer. */
export type CallEnd = 'answered' | 'refused' | 'silent'

/** Judges one party by the calls of this process. Nothing of it is stored; what it concludes is. */
export interface Breaker<Subject> {
  /** Notes that a call began; the result notes its end. */
  begin(subject: Subject): (end: CallEnd) => void
  /** Whether the party counts as failing, until {@link reset}. */
  isTripped(): boolean
  /** The party answered a probe: calls that began before prove nothing any more. */
  reset(): void
  /** Calls without an answer yet. */
  countWaiting(): number
  /** Null before the first answer. */
  lastAnsweredAtMs(): number | null
}

/** Fewer may be a coincidence. */
const WAITING_MIN = 3
/** Acquirers answer within two seconds; a shopper who waits for another route has waited this long. */
const SILENCE_MS = 4_000
/** One or two happen when a party restarts. */
const REFUSED_MAX = 3

interface WaitingCall<Subject> {
  readonly subject: Subject
  readonly beganAtMs: number
}

/**
 * Makes a breaker. It trips when three calls of two subjects have waited four seconds each and the party answered none
 * meanwhile, or after three refused connections without an answer in between.
 *
 * @param realTime - the machine's clock.
 * @param differ - whether two subjects are two: one that repeats its call proves nothing about the party.
 */
export function createBreaker<Subject>(
  realTime: Clock,
  differ: (one: Subject, other: Subject) => boolean,
): Breaker<Subject> {
  const waiting = new Set<WaitingCall<Subject>>()
  /** Those that count, the oldest first. */
  const judged = new Set<WaitingCall<Subject>>()
  let answeredAtMs: number | null = null
  let refused = 0
  let isTripped = false

  const isSilent = (): boolean => {
    const [oldest] = judged
    const silentSinceMs = realTime.now() - SILENCE_MS
    if (oldest === undefined || (answeredAtMs ?? 0) > silentSinceMs) return false
    let unanswered = 0
    let areOfSeveral = false
    for (const { subject, beganAtMs } of judged) {
      if (beganAtMs > silentSinceMs) return false
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
        // The call itself may be the third that waits.
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
