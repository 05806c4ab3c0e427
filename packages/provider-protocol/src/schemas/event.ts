import { DISPUTE_FUNDS, RECORD_KINDS } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { currency, id, key, minorUnits, shortText } from './members.ts'
import { refs } from './names.ts'
import { outcome } from './outcome.ts'

/** The calls of the gateway that an event can be about. */
const call = z.enum([
  'authorization',
  'order',
  'payout',
  'capture',
  'refund',
  'void',
  'increment',
  'extend',
  'undo',
  'cancellation',
  'preparation',
])

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

/** Reports the outcome of a call of the gateway. */
const outcomeEvent = z.object({
  ...told,
  kind: z.literal('OUTCOME'),
  call,
  /** The requested amount. */
  amount: minorUnits,
  /** Key, account and currency are those in the outcome. */
  outcome,
})

/** Reports a change to a transaction after its final state. */
const recordEvent = z.object({
  ...told,
  kind: z.literal('RECORD'),
  /** The provider's id of what happened: the same in every event that reports it. */
  fact: id,
  account_id: id,
  /** The key of the payment, capture or refund that it is about. Without it `refs` says which. */
  idempotency_key: key.nullish(),
  refs,
  /** References of the payment, where the provider has none for the capture or refund itself. */
  parent_refs: refs,
  record: z.object({
    kind: z.enum(RECORD_KINDS),
    amount: minorUnits,
    currency,
    reason_code: shortText(40).nullish(),
    reason: shortText(255).nullish(),
    /** The provider's id of the dispute. */
    dispute_reference: id.nullish(),
    /** The effect of a dispute's step on the money. */
    funds: z.enum(DISPUTE_FUNDS).nullish(),
    /** The time until which evidence is accepted. */
    respond_by: z.iso.datetime({ offset: true }).nullish(),
  }),
})

/** An event that the gateway only counts. */
const otherEvent = z.object({
  ...told,
  kind: z.literal('OTHER'),
  account_id: id,
  idempotency_key: key.nullish(),
  refs,
  currency: currency.nullish(),
})

/** One event. */
const event = z.discriminatedUnion('kind', [outcomeEvent, recordEvent, otherEvent])

/** One event, as a provider posts it. */
export type EventMessage = z.output<typeof event>

/** The message that a provider posts to the callback address, signed as a Standard Webhooks message. */
export const events = z.object({ events: z.array(event).min(1).max(EVENTS_MAX) })

/** The events of one message. */
export type EventsMessage = z.output<typeof events>
