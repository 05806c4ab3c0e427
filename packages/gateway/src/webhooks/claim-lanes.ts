import type { LeasedDelivery, ReadySubscription, SubscriptionKey } from './delivery.ts'
import type { ClaimRequest } from './delivery-queue.ts'
import type { EndpointSlots, Slot } from './endpoint-slots.ts'

/** A subscription of which deliveries were taken, each with the slot that it is sent in. */
export interface Haul {
  readonly subscription: SubscriptionKey
  readonly taken: readonly { readonly delivery: LeasedDelivery; readonly slot: Slot }[]
}

export interface ClaimLanesPorts {
  readonly slots: EndpointSlots
  readonly claim: (merchantId: string, inputs: readonly ClaimRequest[]) => Promise<readonly LeasedDelivery[]>
  /** Sends what was claimed from one merchant's subscriptions, and never fails; it also returns the slots. */
  readonly launch: (merchantId: string, hauls: readonly Haul[]) => Promise<void>
  /** Called when a claim has ended, before its deliveries are sent. */
  readonly onClaimed: () => void
  readonly onError: (error: unknown) => void
}

/** Claims due deliveries. Fast endpoints do not wait for the claims of slow ones. */
export interface ClaimLanes {
  /** Reports that they have due deliveries. */
  add(subscriptions: readonly ReadySubscription[]): void
  /** Starts as many claims as there are free slots. */
  claimReady(): void
  /** Returns whether something of the merchant's swift subscriptions is being taken at this moment. */
  isClaiming(merchantId: string): boolean
  /**
   * Resolves when the running claims of these merchants have ended and their deliveries are being sent; null if none
   * is running.
   */
  settled(isMeant: (merchantId: string) => boolean): Promise<unknown> | null
}

type Lane = 'swift' | 'other'

/** Merchants whose subscriptions are claimed at once: payments need connections too, of which a process has eight. */
const AT_ONCE: Readonly<Record<Lane, number>> = { swift: 2, other: 1 }
/** The limit for one claim: each subscription adds its own part to the statement. */
const SUBSCRIPTIONS_MAX = 32

interface Reserved {
  readonly name: string
  readonly subscription: ReadySubscription
  readonly slots: readonly Slot[]
}

/**
 * Creates the lanes. One claim covers many subscriptions of one merchant. Slots are reserved before the claim and
 * released if it finds less, so that concurrent claims never exceed the limits.
 *
 * @decision 0028
 */
export function createClaimLanes({ slots, claim, launch, onClaimed, onError }: ClaimLanesPorts): ClaimLanes {
  /** The subscriptions with due deliveries, in the order in which they are served. */
  const ready = new Map<string, ReadySubscription>()
  const claiming: Readonly<Record<Lane, Set<string>>> = { swift: new Set(), other: new Set() }
  const underWay = new Map<Promise<void>, string>()

  const claimReady = (): void => {
    if (ready.size === 0) return
    claimInLane('swift')
    claimInLane('other')
  }

  const claimInLane = (lane: Lane): void => {
    const busy = claiming[lane]
    const chosen = new Map<string, Reserved[]>()
    for (const [name, subscription] of ready) {
      const { merchantId } = subscription
      const ofMerchant = chosen.get(merchantId) ?? []
      const isFull = ofMerchant.length === 0 && busy.size + chosen.size >= AT_ONCE[lane]
      if (isFull || busy.has(merchantId) || ofMerchant.length >= SUBSCRIPTIONS_MAX) continue
      if (slots.isSwift(name) !== (lane === 'swift')) continue
      const free = slots.takeFree(name, subscription.host)
      if (free.length === 0) continue
      ready.delete(name)
      chosen.set(merchantId, [...ofMerchant, { name, subscription, slots: free }])
    }
    for (const [merchantId, reserved] of chosen) begin(lane, merchantId, reserved)
  }

  const begin = (lane: Lane, merchantId: string, reserved: readonly Reserved[]): void => {
    claiming[lane].add(merchantId)
    const work = take(merchantId, reserved)
      .finally(() => {
        claiming[lane].delete(merchantId)
        onClaimed()
      })
      .then((hauls) => launch(merchantId, hauls))
      // The database is probably down; the next poll returns to them.
      .catch(onError)
      .then(() => void underWay.delete(work))
    underWay.set(work, merchantId)
  }

  const take = async (merchantId: string, reserved: readonly Reserved[]): Promise<readonly Haul[]> => {
    const leased = new Map<string, LeasedDelivery[]>()
    try {
      const inputs = reserved.map(({ subscription: { subscriptionId }, slots: { length: limit } }) => ({
        subscriptionId,
        limit,
      }))
      for (const delivery of await claim(merchantId, inputs)) {
        const { subscriptionId } = delivery
        leased.set(subscriptionId, [...(leased.get(subscriptionId) ?? []), delivery])
      }
    } finally {
      for (const { subscription, slots: own } of reserved) {
        const used = leased.get(subscription.subscriptionId)?.length ?? 0
        for (const slot of own.slice(used)) slots.give(slot, null)
      }
    }
    return reserved.flatMap(({ name, subscription, slots: own }) => {
      const deliveries = leased.get(subscription.subscriptionId) ?? []
      // More may be waiting; its next turn is after all others.
      if (deliveries.length === own.length) ready.set(name, subscription)
      const taken = deliveries.flatMap((delivery, place) => {
        const slot = own[place]
        return slot ? [{ delivery, slot }] : []
      })
      return taken.length > 0 ? [{ subscription, taken }] : []
    })
  }

  return {
    add(subscriptions) {
      for (const subscription of subscriptions) ready.set(nameOf(subscription), subscription)
    },
    claimReady,
    isClaiming: (merchantId) => claiming.swift.has(merchantId),
    settled(isMeant) {
      const meant = [...underWay].filter(([, merchantId]) => isMeant(merchantId)).map(([work]) => work)
      return meant.length === 0 ? null : Promise.all(meant)
    },
  }
}

function nameOf({ merchantId, subscriptionId }: SubscriptionKey): string {
  return `${merchantId}/${subscriptionId}`
}
