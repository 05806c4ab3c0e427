import type { Clock } from '@sluice/platform/kernel/clock'
import type { Secret } from '@sluice/platform/kernel/secret'

/** For whom a call is made. One shopper who repeats a payment proves nothing about the party. */
export interface CallSubject {
  readonly merchantId: string
  /** Null for a call without a card. */
  readonly card: Secret<string> | null
}

/** How a call ended. `refused`: no connection came about. `silent`: anything else that was no answer. */
export type CallEnd = 'answered' | 'refused' | 'silent'

/** Judges one party by the calls of this process. Nothing of it is stored; what it concludes is. */
export interface Breaker {
  /** Notes that a call began; the result notes its end. */
  begin(subject: CallSubject): (end: CallEnd) => void
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

interface WaitingCall extends CallSubject {
  readonly beganAtMs: number
}

/**
 * Makes a breaker. It trips when at least three calls of two merchants or cards wait and the party answered none for
 * four seconds, or after three refused connections in a row.
 *
 * @param realTime - the machine's clock.
 */
export function createBreaker(realTime: Clock): Breaker {
  const waiting = new Set<WaitingCall>()
  /** Those that count, the oldest first. */
  const judged = new Set<WaitingCall>()
  let answeredAtMs: number | null = null
  let refused = 0
  let isTripped = false

  const isSilent = (): boolean => {
    const [oldest] = judged
    if (oldest === undefined || judged.size < WAITING_MIN) return false
    const sinceMs = Math.max(answeredAtMs ?? 0, oldest.beganAtMs)
    return realTime.now() - sinceMs >= SILENCE_MS && areOfSeveral(judged)
  }
  return {
    begin(subject) {
      const call = { ...subject, beganAtMs: realTime.now() }
      waiting.add(call)
      judged.add(call)
      return (end) => {
        // The call itself may be the third that waits.
        isTripped ||= isSilent()
        waiting.delete(call)
        judged.delete(call)
        if (end === 'answered') answeredAtMs = realTime.now()
        refused = end === 'refused' ? refused + 1 : 0
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

/** Whether calls are of two merchants, or of two cards. */
function areOfSeveral(calls: ReadonlySet<CallSubject>): boolean {
  const [first] = calls
  if (first === undefined) return false
  for (const { merchantId, card } of calls) {
    if (merchantId !== first.merchantId) return true
    if (card !== null && first.card !== null && card.reveal() !== first.card.reveal()) return true
  }
  return false
}
