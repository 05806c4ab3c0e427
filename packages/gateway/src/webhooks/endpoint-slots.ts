import { type Breaker, type CallEnd, createBreaker } from '@sluice/platform/kernel/breaker'
import type { Clock } from '@sluice/platform/kernel/clock'

/** An endpoint's response to a delivery: accepted at once, accepted, rejected, or none. */
export type EndpointHealth = 'swift' | 'slow' | 'failing' | 'timeout'

/** A right to send one delivery now. */
export interface Slot {
  readonly endpoint: string
  readonly host: string
  readonly isSwift: boolean
  /** The machine's time at which the slot was taken. */
  readonly takenAtMs: number
}

export interface SlotLimits {
  /** The limit for one endpoint. */
  readonly perEndpoint: number
  /** The limit for all endpoints together. */
  readonly total: number
}

export interface EndpointSlots {
  /** Returns whether it took the last delivery at once. */
  isSwift(endpoint: string): boolean
  /** Takes all that are free for it now; none while more are coming back soon than are free. */
  takeFree(endpoint: string, host: string): readonly Slot[]
  /** @param health - null where nothing was sent. */
  give(slot: Slot, health: EndpointHealth | null): void
}

/** An endpoint that answers within it is swift. A slot that was taken longer ago is not coming back soon: the call hangs. */
export const SWIFT_MS = 2_000

const FAILING: readonly EndpointHealth[] = ['failing', 'timeout']

/**
 * The meaning of each result for the host's circuit breaker. Refused connections free their slots at once, so only
 * calls that hang count.
 */
const END_OF: Readonly<Record<EndpointHealth, CallEnd>> = {
  swift: 'answered',
  slow: 'answered',
  failing: 'answered',
  timeout: 'timeout',
}

/** Enough to notice that it is available again, with the delay that the dispatcher adds between attempts. */
const FAILING_MAX = 2

/**
 * Divides the capacity for concurrent deliveries, so that an endpoint that hangs delays only itself. Each endpoint
 * has a limited number of slots. Endpoints whose last delivery was not swift share half of all slots: however many of
 * them hang, the other half remains free for endpoints that answer. An endpoint that failed the last time gets only a
 * few slots, because a failed delivery costs as much as a successful one. All endpoints of a host that does not
 * answer share that small number of slots until the host answers. Otherwise, many endpoints of one host would fill
 * the half that is for endpoints not known to be swift.
 *
 * @decision 0028
 */
export function createEndpointSlots({ perEndpoint, total }: SlotLimits, realTime: Clock): EndpointSlots {
  const unproven = Math.ceil(total / 2)
  /** Nothing is known of the others. */
  const known = new Map<string, EndpointHealth>()
  const taken = new Map<string, Set<Slot>>()
  const counts = { all: 0, unproven: 0 }
  const breakers = new Map<string, Breaker<string>>()
  const ends = new Map<Slot, (end: CallEnd) => void>()
  const breakerOf = (host: string): Breaker<string> => {
    const breaker = breakers.get(host) ?? createBreaker<string>(realTime, (one, other) => one !== other)
    breakers.set(host, breaker)
    return breaker
  }
  const isSwift = (endpoint: string): boolean => known.get(endpoint) === 'swift'
  const countTaken = (endpoint: string): number => taken.get(endpoint)?.size ?? 0
  const countYoung = (endpoint: string, nowMs: number): number =>
    [...(taken.get(endpoint) ?? [])].filter(({ takenAtMs }) => nowMs - takenAtMs < SWIFT_MS).length
  const isFailing = (endpoint: string): boolean => FAILING.some((health) => health === known.get(endpoint))
  const countFree = (endpoint: string, host: string): number => {
    const breaker = breakers.get(host)
    // One is left for an endpoint that did not fail itself.
    const ofTripped = isFailing(endpoint) ? FAILING_MAX - 1 : FAILING_MAX
    const ofHost = breaker?.isTripped() ? ofTripped - breaker.countWaiting() : total
    const ofAll = total - counts.all
    const ofItsHalf = isSwift(endpoint) ? ofAll : Math.min(unproven - counts.unproven, ofAll)
    const ofOwn = isFailing(endpoint) ? Math.min(perEndpoint, FAILING_MAX) : perEndpoint
    return Math.max(0, Math.min(ofOwn - countTaken(endpoint), ofItsHalf, ofHost))
  }
  return {
    isSwift,
    takeFree(endpoint, host) {
      const free = countFree(endpoint, host)
      const takenAtMs = realTime.now()
      // A handful at once costs the database as little as one.
      const isTooFew = countYoung(endpoint, takenAtMs) > free
      if (free === 0 || isTooFew) return []
      const slots = Array.from({ length: free }, () => ({
        endpoint,
        host,
        isSwift: isSwift(endpoint),
        takenAtMs,
      }))
      for (const slot of slots) ends.set(slot, breakerOf(host).begin(endpoint))
      taken.set(endpoint, new Set([...(taken.get(endpoint) ?? []), ...slots]))
      counts.all += free
      if (!isSwift(endpoint)) counts.unproven += free
      return slots
    },
    give(slot, health) {
      const { endpoint, host, isSwift: wasSwift } = slot
      const end = health === null ? 'timeout' : END_OF[health]
      ends.get(slot)?.(end)
      ends.delete(slot)
      // A delivery is its own probe: repeating the same message is harmless.
      const breaker = breakers.get(host)
      if (end === 'answered') breaker?.reset()
      if (breaker?.countWaiting() === 0 && !breaker.isTripped()) breakers.delete(host)
      taken.get(endpoint)?.delete(slot)
      if (countTaken(endpoint) === 0) taken.delete(endpoint)
      counts.all -= 1
      if (!wasSwift) counts.unproven -= 1
      if (health !== null) known.set(endpoint, health)
    },
  }
}
