import { createHash, createHmac } from 'node:crypto'

/** The report of one call. */
export interface Event {
  readonly id: string
  readonly [member: string]: unknown
}

/** A message as it is posted, each time the same but for its timestamp and signature. */
export interface Post {
  readonly id: string
  readonly body: string
}

/** Posts a message; false if it was not acknowledged. */
export type Send = (post: Post) => Promise<boolean>

export interface Events {
  /** Reports an event until it is acknowledged. */
  report(event: Event): void
  close(): void
}

const FIRST_WAIT_MS = 200
const LAST_WAIT_MS = 60_000

/** Reports each event in a message of its own, so that none holds up another. */
export function openEvents(send: Send): Events {
  const timers = new Set<NodeJS.Timeout>()
  const attempt = async (post: Post, waitMs: number): Promise<void> => {
    if (await send(post).catch(() => false)) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void attempt(post, Math.min(2 * waitMs, LAST_WAIT_MS))
    }, waitMs)
    timers.add(timer)
  }
  return {
    report(event) {
      const id = `msg_${createHash('sha256').update(event.id).digest('hex').slice(0, 24)}`
      void attempt({ id, body: JSON.stringify({ events: [event] }) }, FIRST_WAIT_MS)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Posts signed messages (Standard Webhooks) to the gateway's callback address. */
export function createSend(url: string, secret: string): Send {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return async ({ id, body }) => {
    const timestamp = Math.floor(Date.now() / 1_000)
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    const { status } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
      body,
    })
    return status === 200
  }
}
