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
  take(endpoint: string): Slot
  /** @param wasSwift - whether the endpoint took the delivery, and quickly. */
  give(slot: Slot, wasSwift: boolean): void
}

/**
 * Divides what can be sent at once, so that an endpoint that hangs delays nobody but itself.
 *
 * One endpoint gets so many slots. Those that did not prove to be swift the last time get half of all together: however
 * many of them hang, the other half is free for those who answer.
 */
export function createEndpointSlots({ perEndpoint, total }: SlotLimits): EndpointSlots {
  const unproven = Math.ceil(total / 2)
  const swift = new Set<string>()
  const taken = new Map<string, number>()
  const counts = { all: 0, unproven: 0 }
  const countTaken = (endpoint: string): number => taken.get(endpoint) ?? 0
  return {
    countTaken,
    countFree(endpoint) {
      const ofAll = swift.has(endpoint)
        ? total - counts.all
        : Math.min(unproven - counts.unproven, total - counts.all)
      return Math.max(0, Math.min(perEndpoint - countTaken(endpoint), ofAll))
    },
    take(endpoint) {
      const isSwift = swift.has(endpoint)
      taken.set(endpoint, countTaken(endpoint) + 1)
      counts.all += 1
      if (!isSwift) counts.unproven += 1
      return { endpoint, isSwift }
    },
    give({ endpoint, isSwift }, wasSwift) {
      const rest = countTaken(endpoint) - 1
      if (rest > 0) taken.set(endpoint, rest)
      else taken.delete(endpoint)
      counts.all -= 1
      if (!isSwift) counts.unproven -= 1
      if (wasSwift) swift.add(endpoint)
      else swift.delete(endpoint)
    },
  }
}
