import type { Following } from './follow-payment.ts'
import type { Outcome } from './orders.ts'

const INTERVAL_MS = 2_000

/** Queries the shop's server about an order. */
export function createShop(order: string) {
  async function ask<Body>(path: string, method: string): Promise<Body> {
    const response = await fetch(`${path}?order=${order}`, { method, cache: 'no-store' })
    if (!response.ok) throw new Error('The shop does not answer. Please reload this page.')
    return (await response.json()) as Body
  }
  return {
    /** Queries the outcome of the payment. */
    ask: async () => (await ask<{ readonly outcome: Outcome }>('/outcome', 'GET')).outcome,
    wait: () => new Promise<void>((resolve) => void setTimeout(resolve, INTERVAL_MS)),
    /** @returns the session of the next try. */
    nextSession: async () => (await ask<{ readonly sessionId: string }>('/session', 'POST')).sessionId,
  } satisfies Omit<Following, 'onPending'> & { readonly nextSession: () => Promise<string> }
}
