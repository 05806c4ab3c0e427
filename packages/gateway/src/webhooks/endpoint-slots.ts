/** How an endpoint did: it took the delivery at once, it took it, it did not. */
export type Manners = 'swift' | 'slow' | 'failing'

/** A right to send one delivery now. */
export interface Slot {
  readonly endpoint: string
  readonly isSwift: boolean
}

export interface SlotLimits {
  /** For one endpoint. */
  readonly perEndpoint: number
  /** For all of them. */
  readonly total: number
}

export interface EndpointSlots {
  /** How many more deliveries the endpoint may be sent now. */
  countFree(endpoint: string): number
  countTaken(endpoint: string): number
  /** Whether it took the last delivery at once. */
  isSwift(endpoint: string): boolean
  take(endpoint: string): Slot
  give(slot: Slot, manners: Manners): void
}

/** Enough to notice that it is back, with the rest that the dispatcher gives it in between. */
const FAILING_MAX = 2

/**
 * Divides what can be sent at once, so that an endpoint that hangs delays only itself.
 *
 * One endpoint gets so many slots. Those that did not prove to be swift the last time get half of all together: however
 * many of them hang, the other half is free for those who answer. One that failed the last time is tried by a few at a
 * time: what it does not take costs as much as what others take.
 */
export function createEndpointSlots({ perEndpoint, total }: SlotLimits): EndpointSlots {
  const unproven = Math.ceil(total / 2)
  /** Nothing is known of the others. */
  const known = new Map<string, Manners>()
  const taken = new Map<string, number>()
  const counts = { all: 0, unproven: 0 }
  const countTaken = (endpoint: string): number => taken.get(endpoint) ?? 0
  return {
    countTaken,
    isSwift: (endpoint) => known.get(endpoint) === 'swift',
    countFree(endpoint) {
      const manners = known.get(endpoint)
      const ofAll =
        manners === 'swift' ? total - counts.all : Math.min(unproven - counts.unproven, total - counts.all)
      const ofOwn = manners === 'failing' ? Math.min(perEndpoint, FAILING_MAX) : perEndpoint
      return Math.max(0, Math.min(ofOwn - countTaken(endpoint), ofAll))
    },
    take(endpoint) {
      const isSwift = known.get(endpoint) === 'swift'
      taken.set(endpoint, countTaken(endpoint) + 1)
      counts.all += 1
      if (!isSwift) counts.unproven += 1
      return { endpoint, isSwift }
    },
    give({ endpoint, isSwift }, manners) {
      const rest = countTaken(endpoint) - 1
      if (rest > 0) taken.set(endpoint, rest)
      else taken.delete(endpoint)
      counts.all -= 1
      if (!isSwift) counts.unproven -= 1
      known.set(endpoint, manners)
    },
  }
}
