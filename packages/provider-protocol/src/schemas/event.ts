import * as z from 'zod'

import { currency, id, key, minorUnits } from './members.ts'
import { refs } from './names.ts'
import { outcome } from './outcome.ts'

/** The calls of the gateway that an event can be about. */
const call = z.enum(['authorization', 'order', 'payout', 'capture', 'refund', 'void'])

/** Events in one message: a provider that has more sends several messages. */
const EVENTS_MAX = 100

const told = {
  /** The provider's id of the event. A repetition has the same id, and is applied once. */
  id,
  /** False for the provider's test environment. */
  live: z.boolean(),
  /** RFC 3339. */
  occurred_at: z.iso.datetime({ offset: true }),
}

/** How a call of the gateway ended. */
const outcomeEvent = z.object({
  ...told,
  kind: z.literal('OUTCOME'),
  call,
  /** What the gateway asked for. */
  amount: minorUnits,
  /** Key, account and currency are those in the outcome. */
  outcome,
})

/** Something that the gateway has no use for: it is counted. */
const otherEvent = z.object({
  ...told,
  kind: z.literal('OTHER'),
  account_id: id,
  idempotency_key: key.nullish(),
  refs,
  currency: currency.nullish(),
})

/** One event. */
const event = z.discriminatedUnion('kind', [outcomeEvent, otherEvent])

/** One event, as a provider posts it. */
export type EventMessage = z.output<typeof event>

/** What a provider posts to the callback address, signed as a Standard Webhooks message. */
export const events = z.object({ events: z.array(event).min(1).max(EVENTS_MAX) })

/** The events of one message. */
export type EventsMessage = z.output<typeof events>
