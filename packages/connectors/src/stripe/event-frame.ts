import * as z from 'zod'

import type { ConnectorEvent } from '../kit/index.ts'

/** A message of Stripe. */
export const event = z.object({
  id: z.string().min(1).max(128),
  object: z.literal('event'),
  type: z.string(),
  created: z.int().nonnegative(),
  livemode: z.boolean(),
  account: z.string().nullish(),
  request: z.object({ idempotency_key: z.string().nullish() }).nullish(),
  data: z.object({
    object: z.looseObject({}),
    previous_attributes: z.looseObject({}).nullish(),
  }),
})

/** A message of Stripe. */
export type StripeEvent = z.output<typeof event>

/** What all readers of events say of the message. */
export interface EventFrame {
  readonly id: string
  readonly live: boolean
  readonly occurred_at: string
  /** Our account, as the configuration calls it. */
  readonly account: string
  /** The idempotency key; null for changes without a request with a key: by Stripe itself, or in its dashboard. */
  readonly requestKey: string | null
}

/** Reads one kind of event. Null for an event that says nothing the gateway has a use for. */
export type EventReader = (event: StripeEvent, frame: EventFrame) => ConnectorEvent | null
