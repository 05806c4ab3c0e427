import { createHmac } from 'node:crypto'

/** The receiver of events, and the secrets that sign them. Two secrets sign while one is rotated. */
export interface WebhookEndpoint {
  readonly url: string
  readonly secrets: readonly string[]
}

export interface Delivery {
  readonly event: { readonly id: string; readonly type: string }
  readonly body: string
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
}

export interface Webhooks {
  readonly setEndpoint: (endpoint: WebhookEndpoint | null) => void
  /** Holds deliveries back until `deliver`; others are sent at once. */
  readonly hold: (isHeld: boolean) => void
  readonly add: (event: { readonly id: string; readonly type: string }) => void
  readonly deliveries: () => readonly Delivery[]
  /** Sends held deliveries in the given order of ids, twice if an id is listed twice; without ids, all in order. */
  readonly deliver: (ids?: readonly string[]) => Promise<void>
  /** Resolves when no delivery is in progress. */
  readonly idle: () => Promise<void>
}

export function createWebhooks(nowSeconds: () => number): Webhooks {
  let endpoint: WebhookEndpoint | null = null
  let isHeld = false
  const deliveries: Delivery[] = []
  let underway: Promise<unknown> = Promise.resolve()

  async function send(delivery: Delivery): Promise<void> {
    if (!endpoint) return
    delivery.tries += 1
    const status = await post(endpoint, delivery.body, nowSeconds())
    if (status >= 200 && status < 300) delivery.state = 'delivered'
    else if (delivery.state !== 'delivered') delivery.state = 'failed'
  }

  /** Sends one after the other, because tests choose the order. */
  function queue(list: readonly Delivery[]): Promise<void> {
    const done = underway.then(async () => {
      for (const delivery of list) await send(delivery)
    })
    underway = done
    return done
  }

  return {
    setEndpoint: (value) => (endpoint = value),
    hold: (value) => (isHeld = value),
    add(event) {
      const delivery: Delivery = { event, body: JSON.stringify(event, null, 2), state: 'waiting', tries: 0 }
      deliveries.push(delivery)
      if (!isHeld && endpoint) void queue([delivery])
    },
    deliveries: () => deliveries,
    deliver(ids) {
      const chosen = ids
        ? ids.flatMap((id) => deliveries.find((one) => one.event.id === id) ?? [])
        : deliveries.filter(({ state }) => state !== 'delivered')
      return queue(chosen)
    },
    async idle() {
      await underway
    },
  }
}

/** @returns The status; 0 without an answer. */
async function post({ url, secrets }: WebhookEndpoint, body: string, nowSeconds: number): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureOf(body, secrets, nowSeconds),
      },
      body,
      redirect: 'manual',
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

/** Returns `t=…,v1=…`, with one `v1` for each secret, and the `v0` that only Stripe's tests carry. */
function signatureOf(body: string, secrets: readonly string[], nowSeconds: number): string {
  const sign = (secret: string) =>
    createHmac('sha256', secret)
      .update(`${String(nowSeconds)}.${body}`)
      .digest('hex')
  return [
    `t=${String(nowSeconds)}`,
    ...secrets.map((secret) => `v1=${sign(secret)}`),
    `v0=${'0'.repeat(64)}`,
  ].join(',')
}
