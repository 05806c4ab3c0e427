/** Faults that the test environment injects into a subscription's deliveries. Rates are from 0 to 1. */
export interface FaultInjection {
  readonly duplicate: number
  readonly reorder: number
  readonly drop: number
  readonly delaySeconds: number
  /** The seed, which gives the same faults to the same events; null for random faults. */
  readonly seed: string | null
}

export type FaultPlan =
  | { readonly kind: 'send'; readonly copies: 1 | 2 }
  /** Counts as delivered without being sent: like a receiver that answers 200 and loses the message. */
  | { readonly kind: 'drop' }
  /** Is sent later, so that later events may arrive before it. */
  | { readonly kind: 'postpone'; readonly byMs: number }

/** Numbers from 0 up to 1, one for each question. */
export type FaultRolls = readonly [drop: number, duplicate: number, reorder: number, wait: number]

/** Long enough for the next events of a payment to overtake, short enough to sit out in a test. */
const REORDER_MIN_MS = 500
const REORDER_MAX_MS = 3_000

/** Decides what happens to a delivery at its first attempt. @see docs/protocol/events.md#webhook-laboratory */
export function planFaults(
  { duplicate, reorder, drop, delaySeconds }: FaultInjection,
  rolls: FaultRolls,
  { wasPostponed }: { readonly wasPostponed: boolean },
): FaultPlan {
  const [dropDie, duplicateDie, reorderDie, waitDie] = rolls
  const reorderMs = reorderDie < reorder ? REORDER_MIN_MS + waitDie * (REORDER_MAX_MS - REORDER_MIN_MS) : 0
  const byMs = Math.round(delaySeconds * 1000 + reorderMs)
  if (byMs > 0 && !wasPostponed) return { kind: 'postpone', byMs }
  if (dropDie < drop) return { kind: 'drop' }
  return { kind: 'send', copies: duplicateDie < duplicate ? 2 : 1 }
}

/** The dice of an event under a seed: they always fall the same way. */
export function rollSeeded(seed: string, eventId: string): FaultRolls {
  const roll = (question: string): number => hash(`${seed}/${eventId}/${question}`) / 2 ** 32
  return [roll('drop'), roll('duplicate'), roll('reorder'), roll('wait')]
}

/** FNV-1a with the last step of MurmurHash3: evenly spread, and nothing hangs on it. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
