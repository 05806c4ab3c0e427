import type Stripe from 'stripe'

import type { CardBehaviour } from '../payments/test-cards.ts'
import type { EventType } from '../events/event-types.ts'
import { noSuch } from '../api/refusal.ts'

/** Stripe's internal data about a payment, besides what it shows. */
export interface IntentSecrets {
  /** The shopper has passed 3-D Secure since the last confirmation. */
  isAuthenticated: boolean
  /** The address to which the shopper returns. */
  returnUrl: string | null
  isOffSession: boolean
  /** Results of an authentication elsewhere. */
  external: ExternalThreeDs | null
  /** The number of requested confirmations. */
  confirmations: number
}

export interface ExternalThreeDs {
  readonly cryptogram: string
  readonly transactionId: string
  readonly version: string
  readonly eci: string | null
  readonly status: string | null
}

export interface World {
  readonly nowSeconds: () => number
  readonly newId: (prefix: string) => string
  readonly emit: (type: EventType, object: object, previous?: object) => void
  /** Runs later, by the twin's clock. */
  readonly later: (afterSeconds: number, run: () => void) => void
  readonly publicUrl: () => string
  readonly intents: Map<string, Stripe.PaymentIntent>
  readonly intentSecrets: Map<string, IntentSecrets>
  readonly charges: Map<string, Stripe.Charge>
  readonly refunds: Map<string, Stripe.Refund>
  readonly disputes: Map<string, Stripe.Dispute>
  readonly methods: Map<string, Stripe.PaymentMethod>
  /** The test card of each payment method. */
  readonly behaviours: Map<string, CardBehaviour>
  /** Tokens of cards and wallets, each usable once. */
  readonly tokens: Map<string, CardBehaviour>
  /** Payment methods that have paid without a customer, and cannot pay again. */
  readonly spentMethods: Set<string>
  readonly customers: Map<string, Stripe.Customer>
  readonly setups: Map<string, Stripe.SetupIntent>
  readonly balances: Map<string, Stripe.BalanceTransaction>
}

/** @throws `resource_missing` */
export function need<T>(store: ReadonlyMap<string, T>, kind: string, id: string, param?: string): T {
  const found = store.get(id)
  if (!found) throw noSuch(kind, id, param)
  return found
}

export function secretsOf(world: World, intent: Stripe.PaymentIntent): IntentSecrets {
  return need(world.intentSecrets, 'payment_intent', intent.id)
}
