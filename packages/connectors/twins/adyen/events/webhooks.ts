import type { ContractGate } from '../contract/contract-gate.ts'
import type { TwinEvent } from '../world/world.ts'
import { signItem } from './sign.ts'

/** An event to deliver. */
export interface Delivery {
  readonly id: string
  readonly eventCode: string
  readonly body: string
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
}

/** Sends events as Adyen does: an event counts as received once the response is `[accepted]`. */
export interface Webhooks {
  readonly setUrl: (url: string | null) => void
  /** Sets the address of the receiver, and the key that signs events from now on. */
  readonly setEndpoint: (
    endpoint: { readonly url: string; readonly secrets: readonly string[] } | null,
  ) => void
  /** Holds events back until `deliver`. */
  readonly hold: (isHeld: boolean) => void
  readonly add: (event: TwinEvent) => void
  readonly deliveries: () => readonly Delivery[]
  /** Sends the held events, or the named ones in the given order, twice if they are named twice. */
  readonly deliver: (ids?: readonly string[]) => Promise<void>
  /** Resolves when no delivery is in progress. */
  readonly idle: () => Promise<void>
}

/** Creates webhooks without an address. */
export function createWebhooks(options: {
  readonly nowMs: () => number
  readonly gate: ContractGate
  readonly hmacKey: string
}): Webhooks {
  let url: string | null = null
  let { hmacKey } = options
  let isHeld = false
  let underway = Promise.resolve()
  const deliveries: Delivery[] = []

  const send = async (delivery: Delivery) => {
    if (url === null) return
    delivery.tries += 1
    const isAccepted = await post(url, delivery.body)
    if (isAccepted) delivery.state = 'delivered'
    else if (delivery.state !== 'delivered') delivery.state = 'failed'
  }
  const queue = (list: readonly Delivery[]) => {
    underway = underway.then(async () => {
      for (const delivery of list) await send(delivery)
    })
    return underway
  }

  return {
    setUrl: (value) => void (url = value),
    setEndpoint(endpoint) {
      url = endpoint?.url ?? null
      hmacKey = endpoint?.secrets[0] ?? hmacKey
    },
    hold: (value) => void (isHeld = value),
    add(event) {
      const item = writeItem(event, options.nowMs())
      // Adyen's schemas of some events lack the signature that the events contain.
      options.gate.event(event.eventCode, wrap({ ...item, additionalData: { ...event.extra } }))
      const signed = { ...event.extra, hmacSignature: signItem(item, hmacKey) }
      const body = wrap({ ...item, additionalData: signed })
      const id = `${event.psp}:${event.eventCode}`
      const { eventCode } = event
      const delivery: Delivery = { id, eventCode, body: JSON.stringify(body), state: 'waiting', tries: 0 }
      deliveries.push(delivery)
      if (!isHeld) void queue([delivery])
    },
    deliveries: () => deliveries,
    deliver: (ids) =>
      queue(
        ids
          ? ids.flatMap((id) => deliveries.find((one) => one.id === id) ?? [])
          : deliveries.filter(({ state }) => state !== 'delivered'),
      ),
    idle: async () => underway,
  }
}

function writeItem(event: TwinEvent, nowMs: number) {
  const { payment, psp } = event
  return {
    pspReference: psp,
    ...(payment.psp !== '' && psp !== payment.psp && { originalReference: payment.psp }),
    merchantAccountCode: payment.merchantAccount,
    merchantReference: event.reference,
    amount: { value: event.amount ?? payment.amount, currency: payment.currency },
    eventCode: event.eventCode,
    success: String(event.isSuccess),
    eventDate: new Date(nowMs).toISOString().replace('Z', '+00:00'),
    paymentMethod: payment.variant,
    ...(event.reason && { reason: event.reason }),
  }
}

function wrap(item: object) {
  return { live: 'false', notificationItems: [{ NotificationRequestItem: item }] }
}

async function post(url: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Adyen HttpClient 1.0' },
      body,
      redirect: 'manual',
    })
    return response.ok && (await response.text()).includes('[accepted]')
  } catch {
    return false
  }
}
