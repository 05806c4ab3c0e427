import type { DisputeEvent, RecordEvent, TokenizationEvent, TransactionEvent } from '@sluice/types'
import {
  DISPUTE_EVENTS,
  RECORD_EVENTS,
  TOKENIZATION_EVENTS,
  TRANSACTION_EVENTS,
  WEBHOOK_FILTERS,
} from '@sluice/types/vocabulary'
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'

/**
 * A name that this package does not know: any text. The pattern is a mark for the compiler only, which would otherwise take
 * every comparison with a known name for one with this, too. Compare it as a `string`.
 */
export type UnknownEventName = `${string} (unknown)`

/** An event that is newer than this package, unchanged. */
export interface UnknownEvent {
  /** A name that this version of the package does not know. */
  readonly event: UnknownEventName
  readonly [member: string]: unknown
}

/** The event of a verified message, discriminated by `event`. */
export type WebhookEvent = TransactionEvent | TokenizationEvent | RecordEvent | DisputeEvent | UnknownEvent

const TRANSACTION_NAMES: ReadonlySet<unknown> = new Set<string>([
  ...TRANSACTION_EVENTS,
  ...WEBHOOK_FILTERS.filter((filter) => filter.startsWith('transaction:')),
])
const TOKENIZATION_NAMES: ReadonlySet<unknown> = new Set<string>(TOKENIZATION_EVENTS)
const RECORD_NAMES: ReadonlySet<unknown> = new Set<string>(RECORD_EVENTS)
const DISPUTE_NAMES: ReadonlySet<unknown> = new Set<string>(DISPUTE_EVENTS)

/** Names of events whose members are in `data`. */
const WITH_DATA = [TOKENIZATION_NAMES, RECORD_NAMES, DISPUTE_NAMES]

/** Returns whether the event reports a transaction that became final: `payload` has it. */
export function isTransactionEvent(event: WebhookEvent): event is TransactionEvent {
  return TRANSACTION_NAMES.has(event.event)
}

/** Returns whether the event reports a saved or a deleted card: `data` has it. */
export function isTokenizationEvent(event: WebhookEvent): event is TokenizationEvent {
  return TOKENIZATION_NAMES.has(event.event)
}

/** Returns whether the event reports a change after a transaction's final state: `data` has the record. */
export function isRecordEvent(event: WebhookEvent): event is RecordEvent {
  return RECORD_NAMES.has(event.event)
}

/** Returns whether the event reports a step of a dispute: `data` has the dispute. */
export function isDisputeEvent(event: WebhookEvent): event is DisputeEvent {
  return DISPUTE_NAMES.has(event.event)
}

/**
 * Reads the body of a message whose signature is right. The signer keeps the contract, so members are not checked one
 * by one: a younger gateway may send more, and a receiver that refused it would lose the event.
 *
 * @throws When it is not an event at all. {@link WebhookVerificationError}
 */
export function readEvent(body: Uint8Array): WebhookEvent {
  const value = parseJson(body)
  if (!isRecord(value)) throw refuse('The body is not a JSON object.')
  if (TRANSACTION_NAMES.has(value['event']) && !isRecord(value['payload'])) {
    throw refuse('The event has no payload.')
  }
  if (WITH_DATA.some((names) => names.has(value['event'])) && !isRecord(value['data'])) {
    throw refuse('The event has no data.')
  }
  return value as unknown as WebhookEvent
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(message: string): WebhookVerificationError {
  return new WebhookVerificationError({
    cause: 'not_an_event',
    message,
    fix: 'The signature is valid, so find out who else has the secret: only the payment gateway should know it.',
  })
}
