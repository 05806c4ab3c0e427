import type { Clock } from '@sluice/platform/kernel/clock'

/** How an endpoint did: it took the delivery at once, it took it, it did not. */
export type Manners = 'swift' | 'slow' | 'failing'

/** A right to send one delivery now. */
export interface Slot {
  readonly endpoint: string
  readonly isSwift: boolean
  /** Of the machine's time. */
  readonly takenAtMs: number
}

export interface SlotLimits {
  /** For one endpoint. */
  readonly perEndpoint: number
  /** For all of them. */
  readonly total: number
}

export interface EndpointSlots {
  /** Whether it took the last delivery at once. */
  isSwift(endpoint: string): boolean
  /** Takes all that are free for it now; none while more are coming back soon than are free. */
  takeFree(endpoint: string): readonly Slot[]
  /** @param manners - null where nothing was sent. */
  give(slot: Slot, manners: Manners | null): void
}

/** An endpoint that answers within it is swift. A slot that was taken longer ago is not coming back soon: the call hangs. */
export const SWIFT_MS = 2_000

/** Enough to notice that it is back, with the rest that the dispatcher gives it in between. */
const FAILING_MAX = 2

/**
 * Divides what can be sent at once, so that an endpoint that hangs delays only itself.
 *
 * One endpoint gets so many slots. Those that did not prove to be swift the last time get half of all together: however
 * many of them hang, the other half is free for those who answer. One that failed the last time is tried by a few at a
 * time: what it does not take costs as much as what others take.
 */
export function createEndpointSlots({ perEndpoint, total }: SlotLimits, realTime: Clock): EndpointSlots {
  const unproven = Math.ceil(total / 2)
  /** Nothing is known of the others. */
  const known = new Map<string, Manners>()
  const taken = new Map<string, Set<Slot>>()
  const counts = { all: 0, unproven: 0 }
  const isSwift = (endpoint: string): boolean => known.get(endpoint) === 'swift'
  const countTaken = (endpoint: string): number => taken.get(endpoint)?.size ?? 0
  const countYoung = (endpoint: string, nowMs: number): number =>
    [...(taken.get(endpoint) ?? [])].filter(({ takenAtMs }) => nowMs - takenAtMs < SWIFT_MS).length
  const countFree = (endpoint: string): number => {
    const ofAll = total - counts.all
    const ofItsHalf = isSwift(endpoint) ? ofAll : Math.min(unproven - counts.unproven, ofAll)
    const ofOwn = known.get(endpoint) === 'failing' ? Math.min(perEndpoint, FAILING_MAX) : perEndpoint
    return Math.max(0, Math.min(ofOwn - countTaken(endpoint), ofItsHalf))
  }
  return {
    isSwift,
    takeFree(endpoint) {
      const free = countFree(endpoint)
      const takenAtMs = realTime.now()
      // A handful at once costs the database as little as one.
      const isTooFew = countYoung(endpoint, takenAtMs) > free
      if (free === 0 || isTooFew) return []
      const slots = Array.from({ length: free }, () => ({ endpoint, isSwift: isSwift(endpoint), takenAtMs }))
      taken.set(endpoint, new Set([...(taken.get(endpoint) ?? []), ...slots]))
      counts.all += free
      if (!isSwift(endpoint)) counts.unproven += free
      return slots
    },
    give(slot, manners) {
      const { endpoint, isSwift: wasSwift } = slot
      taken.get(endpoint)?.delete(slot)
      if (countTaken(endpoint) === 0) taken.delete(endpoint)
      counts.all -= 1
      if (!wasSwift) counts.unproven -= 1
      if (manners !== null) known.set(endpoint, manners)
    },
  }
}
