import type { ConnectorEvent, EventContext, EventReading, ReadEvents } from '../kit/index.ts'
import { readDispute } from './dispute-events.ts'
import { event, type EventFrame, type EventReader, type StripeEvent } from './event-frame.ts'
import { METADATA, UnreadableObject } from './outcomes.ts'
import { readIntentEvent } from './intent-events.ts'
import { readRefundEvent } from './refund-events.ts'
import { isSignedByStripe } from './verify-signature.ts'

/** What reads each type of event. Types that are not listed are acknowledged and counted. */
const READERS: Readonly<Record<string, EventReader>> = {
  'payment_intent.amount_capturable_updated': readIntentEvent,
  'payment_intent.canceled': readIntentEvent,
  'payment_intent.partially_funded': readIntentEvent,
  'payment_intent.payment_failed': readIntentEvent,
  'payment_intent.processing': readIntentEvent,
  'payment_intent.succeeded': readIntentEvent,
  'refund.created': readRefundEvent,
  'refund.updated': readRefundEvent,
  'refund.failed': readRefundEvent,
  'charge.refund.updated': readRefundEvent,
  'charge.dispute.created': readDispute,
  'charge.dispute.updated': readDispute,
  'charge.dispute.closed': readDispute,
  'charge.dispute.funds_withdrawn': readDispute,
  'charge.dispute.funds_reinstated': readDispute,
}

/** The types of events that an operator subscribes to. */
export const EVENT_TYPES: readonly string[] = Object.keys(READERS)

const ACKNOWLEDGED = { status: 200, contentType: 'text/plain; charset=utf-8', text: 'received' } as const

/** Verifies and reads what Stripe posts: one event in each message. */
export const readStripeEvents: ReadEvents = ({ headers, rawBody, path }, context): EventReading => {
  if (!isSignedByStripe(rawBody, headers['stripe-signature'], context)) return { kind: 'refused' }
  const read = event.safeParse(parse(rawBody))
  if (!read.success)
    return { kind: 'unreadable', status: 422, reason: read.error.issues[0]?.path.join('.') ?? '' }
  if (isForeign(read.data, context)) return readAs(otherOf(read.data, read.data.account ?? ''))
  const account = accountOf(read.data, path.accountId, context)
  if (account === null) return { kind: 'unreadable', status: 422, reason: 'account' }
  return readAs(toEvent(read.data, account))
}

function readAs(said: ConnectorEvent): EventReading {
  return { kind: 'events', events: [said], acknowledgement: ACKNOWLEDGED }
}

function toEvent(read: StripeEvent, account: string): ConnectorEvent {
  const frame: EventFrame = {
    id: read.id,
    live: read.livemode,
    occurred_at: isoOf(read.created),
    account,
    requestKey: read.request?.idempotency_key ?? null,
  }
  return readKnown(read, frame) ?? otherOf(read, account)
}

/** Null also for an object that cannot be read: Stripe would send it for days, and no try would read it. */
function readKnown(read: StripeEvent, frame: EventFrame): ConnectorEvent | null {
  try {
    return READERS[read.type]?.(read, frame) ?? null
  } catch (error) {
    if (error instanceof UnreadableObject || error instanceof RangeError) return null
    throw error
  }
}

/** What is acknowledged and counted, and settles nothing. */
function otherOf({ id, livemode, created }: StripeEvent, account: string): ConnectorEvent {
  return { kind: 'OTHER', id, live: livemode, occurred_at: isoOf(created), account_id: account }
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}

/** Whether an event is of a connected account that the gateway does not use. Whoever has it may write into metadata what we write. */
function isForeign({ account }: StripeEvent, { accounts }: EventContext): boolean {
  return Boolean(account) && !accounts.includes(account ?? '')
}

/**
 * The account that an event is of: the object's own word, else the connected account, else the address, else the only one. Null if they
 * contradict each other, or nothing says it.
 */
function accountOf(
  { account: connected = null, data }: StripeEvent,
  addressed: string | null,
  { accounts }: EventContext,
): string | null {
  const metadata = data.object['metadata'] as Readonly<Record<string, string>> | null | undefined
  const own = metadata?.[METADATA.account] ?? null
  const said = [own, connected || null, addressed].filter((one) => one !== null)
  const [first = accounts.length === 1 ? accounts[0] : undefined] = said
  return first !== undefined && accounts.includes(first) && said.every((one) => one === first) ? first : null
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
