import { DISPUTE_EVENTS, type DisputeEventName, RECORD_EVENTS, type RecordEventName } from './records.ts'
import type { FinalStatus } from './transaction-status.ts'
import type { TransactionType } from './transaction-types.ts'

const EVENT_TYPES = [
  'purchase',
  'authorize',
  'verify',
  'payment',
  'payout',
  'capture',
  'refund',
  'void',
  'increment',
  'extend',
] as const

const EVENT_OUTCOMES = ['approved', 'declined', 'canceled', 'session-expired', 'invalid'] as const

/** The name of an event about a transaction. */
export type TransactionEventName =
  `transaction-svc:transaction:${(typeof EVENT_TYPES)[number]}:${(typeof EVENT_OUTCOMES)[number]}`

/** Sent once, when a transaction becomes final: each type times five outcomes. */
export const TRANSACTION_EVENTS = EVENT_TYPES.flatMap((type) =>
  EVENT_OUTCOMES.map((outcome): TransactionEventName => `transaction-svc:transaction:${type}:${outcome}`),
)

/** Sent only to subscriptions that name them. */
export const TOKENIZATION_EVENTS = [
  'tokenization-webhook:payment-method:tokenized',
  'tokenization-webhook:payment-method:deleted',
] as const

/** The name of an event about a saved card. */
export type TokenizationEventName = (typeof TOKENIZATION_EVENTS)[number]

/** Sent once, when a payment link is used up, expires or is deactivated; only to subscriptions that name it. */
export const PAYMENT_LINK_EVENTS = ['transaction-svc:payment-link:ended'] as const

/** The name of an event about a payment link. */
export type PaymentLinkEventName = (typeof PAYMENT_LINK_EVENTS)[number]

/** The name of an event. */
export type WebhookEventName =
  | TransactionEventName
  | TokenizationEventName
  | PaymentLinkEventName
  | RecordEventName
  | DisputeEventName

/** Every event name that is ever delivered. */
export const WEBHOOK_EVENTS: readonly WebhookEventName[] = [
  ...TRANSACTION_EVENTS,
  ...TOKENIZATION_EVENTS,
  ...PAYMENT_LINK_EVENTS,
  ...RECORD_EVENTS,
  ...DISPUTE_EVENTS,
]

/** Filters of a subscription besides full names; deliveries always have the full name. */
export const WEBHOOK_FILTERS = [
  '*',
  'transaction:approved',
  'transaction:declined',
  'transaction:canceled',
  'transaction:session-expired',
  'transaction:invalid',
  'record:*',
  'dispute:*',
] as const

/** A pattern that matches several events. */
export type WebhookFilter = (typeof WEBHOOK_FILTERS)[number]

/** Returns the event that reports the final status of a transaction. */
export function transactionEventName(type: TransactionType, status: FinalStatus): TransactionEventName {
  const outcome = status.toLowerCase().replace('_', '-')
  return `transaction-svc:transaction:${type.toLowerCase()}:${outcome}` as TransactionEventName
}

/**
 * Returns the events that a list of filters selects: full names unchanged, `*` for every transaction event,
 * `transaction:approved` for that outcome of any type, `record:*` and `dispute:*` for all of these.
 */
export function expandWebhookFilters(filters: readonly string[]): readonly WebhookEventName[] {
  return WEBHOOK_EVENTS.filter((event) => filters.some((filter) => isAskedFor(event, filter)))
}

const OUTCOME_FILTER = 'transaction:'

function isAskedFor(event: WebhookEventName, filter: string): boolean {
  if (filter === event) return true
  if (filter === 'record:*') return isOneOf(RECORD_EVENTS, event)
  if (filter === 'dispute:*') return isOneOf(DISPUTE_EVENTS, event)
  if (!isOneOf(TRANSACTION_EVENTS, event)) return false
  if (filter === '*') return true
  return filter.startsWith(OUTCOME_FILTER) && event.endsWith(`:${filter.slice(OUTCOME_FILTER.length)}`)
}

function isOneOf(names: readonly string[], event: string): boolean {
  return names.includes(event)
}
