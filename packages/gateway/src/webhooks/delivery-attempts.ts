import type { Timers } from '@sluice/platform/kernel/timers'

import type { Haul } from './claim-lanes.ts'
import type { ClaimedDelivery, Endpoint } from './delivery.ts'
import { type EndpointSlots, type EndpointHealth, type Slot, SWIFT_MS } from './endpoint-slots.ts'
import { sendDelivery, type SendPorts, type SendReport } from './send-delivery.ts'

export interface DeliveryAttemptsPorts extends SendPorts {
  readonly timers: Timers
  readonly slots: EndpointSlots
  /** The time limit for one attempt, in milliseconds. */
  readonly deadlineMs: number
  /** Ends the rests of receivers. */
  readonly stopping: AbortSignal
  /** Returns whether a caller waits for the due deliveries: then no receiver is paused. */
  readonly isAwaited: () => boolean
  /** Called for every delivery that was sent, dropped or postponed. */
  readonly onSent: (report: SendReport) => void
  /** Called when an attempt has ended, whatever its result. */
  readonly onEnded: (merchantId: string) => void
  /** Called when the pause of failing receivers is over. */
  readonly onRested: () => void
  readonly onError: (error: unknown) => void
}

/** The attempts of this process. */
export interface DeliveryAttempts {
  /** Starts to send what was claimed from one merchant's subscriptions. */
  launch(merchantId: string, hauls: readonly Haul[]): Promise<void>
  /** Lists the running attempts of these merchants. */
  list(isMeant: (merchantId: string) => boolean): readonly Promise<void>[]
  /** Releases the running deliveries as if they had not been attempted. */
  giveUp(): void
  /** Lets receivers that failed be tried at once. */
  endRests(): Promise<void>
}

/**
 * An endpoint that fails at once would otherwise be tried as fast as it fails. All that failed rest until the same
 * moment, so that their retries are one claim and their results one commit.
 */
const FAILURE_REST_MS = 1_000

export function createDeliveryAttempts(ports: DeliveryAttemptsPorts): DeliveryAttempts {
  const { queue, timers, slots, deadlineMs, stopping, onError } = ports
  /** And whose they are. */
  const running = new Map<Promise<void>, string>()
  const tired: { readonly slot: Slot; readonly health: EndpointHealth }[] = []
  let resting: Promise<void> | null = null
  const givingUp = new AbortController()
  let restsOver = new AbortController()

  const begin = (delivery: ClaimedDelivery, endpoint: Endpoint, slot: Slot): void => {
    const { merchantId } = delivery
    const send = async (): Promise<void> => {
      let health: EndpointHealth | null = 'failing'
      try {
        const report = await sendDelivery(delivery, endpoint, ports, { deadlineMs, signal: givingUp.signal })
        health = healthOf(report)
        ports.onSent(report)
      } catch (error) {
        // Its lease ends, and then it is sent again.
        onError(error)
      } finally {
        giveBack(slot, health)
      }
    }
    const sending = send().then(() => {
      running.delete(sending)
      ports.onEnded(merchantId)
    })
    running.set(sending, merchantId)
  }

  /** Returns a slot. After a failure the slot rests first, unless a caller waits for the due deliveries. */
  const giveBack = (slot: Slot, health: EndpointHealth | null): void => {
    if (health === null || health === 'swift' || health === 'slow' || ports.isAwaited())
      return slots.give(slot, health)
    tired.push({ slot, health })
    resting ??= rest()
  }
  const rest = async (): Promise<void> => {
    await timers.sleep(FAILURE_REST_MS, AbortSignal.any([restsOver.signal, stopping]))
    resting = null
    for (const { slot, health } of tired.splice(0)) slots.give(slot, health)
    ports.onRested()
  }

  const sendNothing = ({ taken }: Haul): void => {
    for (const { slot } of taken) slots.give(slot, null)
  }

  const read = async (merchantId: string, hauls: readonly Haul[]) => {
    const leased = hauls.flatMap(({ taken }) => taken.map(({ delivery }) => delivery))
    const subscriptionIds = hauls.map(({ subscription }) => subscription.subscriptionId)
    const [deliveries, endpoints] = await Promise.all([
      queue.readPayloads(leased),
      queue.findEndpoints(merchantId, subscriptionIds),
    ])
    return { deliveries: new Map(deliveries.map((delivery) => [delivery.id, delivery])), endpoints }
  }

  return {
    async launch(merchantId, hauls) {
      if (hauls.length === 0) return
      const { deliveries, endpoints } = await read(merchantId, hauls).catch((error: unknown) => {
        // They come back when their leases end.
        for (const haul of hauls) sendNothing(haul)
        throw error
      })
      const ended: Haul[] = []
      for (const haul of hauls) {
        const endpoint = endpoints.get(haul.subscription.subscriptionId)
        if (endpoint === undefined || endpoint instanceof Error || !endpoint.isActive) {
          sendNothing(haul)
          // Its secret cannot be opened, say. No other subscription waits for that.
          if (endpoint instanceof Error) onError(endpoint)
          else ended.push(haul)
          continue
        }
        for (const { delivery, slot } of haul.taken) {
          const whole = deliveries.get(delivery.id)
          if (whole) begin(whole, endpoint, slot)
        }
      }
      for (const { subscription, taken } of ended) {
        await queue.release(taken.map(({ delivery }) => delivery))
        await queue.cancelOpen(subscription)
      }
    },
    list: (isMeant) => [...running].filter(([, id]) => isMeant(id)).map(([sending]) => sending),
    giveUp: () => givingUp.abort(),
    async endRests() {
      restsOver.abort()
      restsOver = new AbortController()
      await resting
    },
  }
}

/** Returns null for deliveries that were postponed or released: they say nothing about the endpoint. */
function healthOf({ attempt }: SendReport): EndpointHealth | null {
  if (attempt === null) return null
  if (attempt.error !== null) return attempt.status === null ? 'timeout' : 'failing'
  return attempt.durationMs <= SWIFT_MS ? 'swift' : 'slow'
}
