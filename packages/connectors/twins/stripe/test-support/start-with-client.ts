import Stripe from 'stripe'

import type { StripeTwin, StripeTwinOptions } from '../stripe-twin.ts'
import { startStripeTwin } from '../twin.ts'

export const API_KEY = 'sk_test_twin'

/** Starts a twin, and creates Stripe's own client for it. */
export async function startWithClient(
  options: Partial<StripeTwinOptions> = {},
): Promise<{ twin: StripeTwin; stripe: Stripe }> {
  const twin = await startStripeTwin({ apiKeys: [API_KEY], ...options })
  return { twin, stripe: clientOf(twin) }
}

export function clientOf(twin: StripeTwin, apiKey: string = API_KEY): Stripe {
  const { hostname, port } = new URL(twin.url)
  return new Stripe(apiKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Acts as the shopper: opens the page of an intent and presses a button. */
export async function pressAtPage(url: string, choice: 'approve' | 'decline'): Promise<string | null> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ choice }),
    redirect: 'manual',
  })
  return response.headers.get('location')
}
