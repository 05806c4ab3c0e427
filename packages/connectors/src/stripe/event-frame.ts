import * as z from 'zod'

import type { ConnectorEvent } from '../kit/index.ts'

/** The last second of the year 9999: no date can be written of a much later one. */
const CREATED_MAX = 253_402_300_799

/** The schema of a message from Stripe. */
export const event = z.object({
  id: z.string().min(1).max(128),
  object: z.literal('event'),
  type: z.string(),
  created: z.int().nonnegative().max(CREATED_MAX),
  livemode: z.boolean(),
  account: z.string().nullish(),
  request: z.object({ idempotency_key: z.string().nullish() }).nullish(),
  data: z.object({
    object: z.looseObject({}),
    previous_attributes: z.looseObject({}).nullish(),
  }),
})

/** A message from Stripe. */
export type StripeEvent = z.output<typeof event>

/** The facts that all readers of events share about a message. */
export interface EventFrame {
  readonly id: string
  readonly live: boolean
  readonly occurred_at: string
  /** Our account, by its name in the configuration. */
  readonly account: string
  /** The idempotency key; null for changes by Stripe itself, or in its dashboard. */
  readonly requestKey: string | null
}

/** Reads one kind of event. Returns null for an event that the gateway does not need. */
export type EventReader = (event: StripeEvent, frame: EventFrame) => ConnectorEvent | null
