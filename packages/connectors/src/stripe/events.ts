import type { ConnectorEvent, EventContext, EventReading, ReadEvents } from '../kit/index.ts'
import { readDispute } from './dispute-events.ts'
import { event, type EventFrame, type EventReader, type StripeEvent } from './event-frame.ts'
import { METADATA, UnreadableObject } from './outcomes.ts'
import { readIntentEvent } from './intent-events.ts'
import { readRefundEvent } from './refund-events.ts'
import { isSignedByStripe } from './verify-signature.ts'

/** The readers by type of event. Types that are not listed are acknowledged and counted. */
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

/** Verifies and reads a message from Stripe, which contains one event. */
export const readStripeEvents: ReadEvents = ({ headers, rawBody, path }, context): EventReading => {
  if (!isSignedByStripe(rawBody, headers['stripe-signature'], context)) return { kind: 'refused' }
  const read = event.safeParse(parse(rawBody))
  if (!read.success)
    return { kind: 'unreadable', status: 422, reason: read.error.issues[0]?.path.join('.') ?? '' }
  // The signature does not cover the address: an attacker who replays a message at other addresses would fill the
  // inbox.
  if (path.accountId !== null && !context.accounts.includes(path.accountId))
    return { kind: 'unreadable', status: 422, reason: 'account_id' }
  const said = listAccounts(read.data, path.accountId)
  const events = accountsOf(said, context).flatMap((account) => readKnownEvent(read.data, account) ?? [])
  return {
    kind: 'events',
    events: events.length > 0 ? events : [toOtherEvent(read.data, said[0] ?? context.accounts[0] ?? '')],
    acknowledgement: ACKNOWLEDGED,
  }
}

/** Also returns null for an unreadable object, because Stripe would resend it for days without success. */
function readKnownEvent(read: StripeEvent, account: string): ConnectorEvent | null {
  const frame: EventFrame = {
    id: read.id,
    live: read.livemode,
    occurred_at: isoOf(read.created),
    account,
    requestKey: read.request?.idempotency_key ?? null,
  }
  try {
    return READERS[read.type]?.(read, frame) ?? null
  } catch (error) {
    if (error instanceof UnreadableObject || error instanceof RangeError) return null
    throw error
  }
}

/** Returns an event that is acknowledged and counted, and settles nothing. */
function toOtherEvent({ id, livemode, created }: StripeEvent, account: string): ConnectorEvent {
  return { kind: 'OTHER', id, live: livemode, occurred_at: isoOf(created), account_id: account }
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}

/** Returns the account names in the address, the connected account, and the object's metadata. */
function listAccounts({ account, data }: StripeEvent, addressed: string | null): readonly string[] {
  const metadata = data.object['metadata'] as Readonly<Record<string, string>> | null | undefined
  return [addressed, account, metadata?.[METADATA.account]].filter((one) => typeof one === 'string')
}

/**
 * Returns the accounts to which an event may belong. The owner of a connected account may write the gateway's members
 * into metadata, so all names must agree. If none names the account, as for a dispute, the event is passed to every
 * account: only one has the payment that its references name.
 */
function accountsOf(said: readonly string[], { accounts }: EventContext): readonly string[] {
  return accounts.filter((account) => said.every((one) => one === account))
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
