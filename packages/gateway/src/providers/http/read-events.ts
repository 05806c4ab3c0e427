import { type EventMessage, events as eventsMessage } from '@sluice/provider-protocol'
import { type ErrorItem, toErrorItems } from '@sluice/types'
import { isSignedMessage } from '@sluice/platform/crypto/standard-webhook'
import { readJson } from '@sluice/platform/http/raw-json'
import { scrubCardNumbers } from '@sluice/platform/logging/scrub-card-numbers'

import type {
  EventAcknowledgement,
  EventReading,
  ProviderEvent,
  ReadEvents,
  ReportedRecord,
} from '../../transactions/execution/provider.ts'
import { type AmountUnits, createAmountUnits } from '../amount-units.ts'
import { fromOutcomeWire } from './provider.wire.ts'

/** The members of a message: 100 events with 100 members each, which is more than the protocol has. */
const MEMBERS_MAX = 10_000

/**
 * Parses a provider's callback in the provider protocol: a Standard Webhooks message with events, or with the report
 * of one order's status.
 *
 * @see docs/provider-protocol/events.md#events
 */
export const readHttpEvents: ReadEvents = createReadEvents(createAmountUnits(new Map()))

/** Parses callbacks of a provider whose events have amounts in its own units. */
export function createReadEvents(units: AmountUnits): ReadEvents {
  return ({ headers, rawBody, path }, { secrets, nowMs }): EventReading => {
    if (!isSignedMessage(rawBody, headers, { nowMs, secrets })) return { kind: 'refused' }
    const reading = readJson(rawBody, MEMBERS_MAX)
    if (!reading.ok) return { kind: 'unreadable', status: 400, errors: [reading.error] }
    const { value } = reading
    if (!holdsEvents(value))
      return { kind: 'report', messageId: String(headers['webhook-id']), report: value }
    const read = eventsMessage.safeParse(value)
    if (!read.success) return { kind: 'unreadable', status: 422, errors: toErrorItems(read.error, value) }
    const uneven = read.data.events.findIndex((event) => !isReadable(units, event))
    if (uneven !== -1) return { kind: 'unreadable', status: 422, errors: [notInUnits(uneven)] }
    const events = read.data.events.map((event) => toEvent(event, units, nowMs))
    const elsewhere = events.findIndex(({ accountId }) => accountId !== (path.accountId ?? accountId))
    if (elsewhere !== -1) return { kind: 'unreadable', status: 422, errors: [ofAnotherAccount(elsewhere)] }
    return { kind: 'events', events, acknowledgement: ACKNOWLEDGED }
  }
}

/** Returns whether every amount in an event is a whole number of minor units. */
function isReadable(units: AmountUnits, message: EventMessage): boolean {
  try {
    for (const [amount, currency] of amountsOf(message)) units.parse(amount, currency)
    return true
  } catch {
    return false
  }
}

function amountsOf(message: EventMessage): readonly (readonly [amount: number, currency: string])[] {
  if (message.kind === 'RECORD') return [[message.record.amount, message.record.currency]]
  if (message.kind === 'OTHER') return []
  const { amount, outcome } = message
  return [
    [amount, outcome.currency],
    [outcome.approved_amount, outcome.currency],
  ]
}

function notInUnits(index: number): ErrorItem {
  const property = `events.${index}.amount`
  return { property, message: 'has decimals that the currency lacks', params: [property] }
}

const ACKNOWLEDGED: EventAcknowledgement = {
  status: 200,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify({ status: 'OK' }),
}

function ofAnotherAccount(index: number): ErrorItem {
  const property = `events.${index}.account_id`
  return { property, message: 'does not match the account of the address', params: [property] }
}

function holdsEvents(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'events')
}

/** Converts an event that the schema of the protocol accepted. */
export function toEvent(message: EventMessage, units: AmountUnits, nowMs: number): ProviderEvent {
  const told = {
    id: message.id,
    isLive: message.live,
    occurredAtMs: Date.parse(message.occurred_at),
    raw: Buffer.from(JSON.stringify(message)),
  }
  switch (message.kind) {
    case 'OUTCOME': {
      const { outcome, call, amount } = message
      const approved_amount = units.parse(outcome.approved_amount, outcome.currency)
      return {
        ...told,
        kind: 'OUTCOME',
        fact: message.id,
        key: outcome.idempotency_key,
        refs: outcome.refs ?? [],
        parentRefs: [],
        accountId: outcome.account_id,
        call,
        amountMinor: units.parse(amount, outcome.currency),
        currency: outcome.currency,
        outcome: { ...fromOutcomeWire({ ...outcome, approved_amount }, nowMs), retryable: false },
        record: null,
      }
    }
    case 'RECORD':
      return {
        ...told,
        ...NO_OUTCOME,
        kind: 'RECORD',
        fact: message.fact,
        key: message.idempotency_key ?? null,
        refs: message.refs ?? [],
        parentRefs: message.parent_refs ?? [],
        accountId: message.account_id,
        record: toRecord(message.record, units),
      }
    case 'OTHER':
      return {
        ...told,
        ...NO_OUTCOME,
        kind: 'OTHER',
        fact: message.id,
        key: message.idempotency_key ?? null,
        refs: message.refs ?? [],
        parentRefs: [],
        accountId: message.account_id,
        record: null,
      }
  }
}

const NO_OUTCOME = { call: null, amountMinor: null, currency: null, outcome: null } as const

function toRecord(
  record: Extract<EventMessage, { kind: 'RECORD' }>['record'],
  units: AmountUnits,
): ReportedRecord {
  return {
    kind: record.kind,
    amountMinor: units.parse(record.amount, record.currency),
    currency: record.currency,
    reasonCode: record.reason_code ? scrubCardNumbers(record.reason_code) : null,
    reason: record.reason ? scrubCardNumbers(record.reason) : null,
    disputeReference: record.dispute_reference ?? null,
    funds: record.funds ?? 'NONE',
    respondByMs: record.respond_by ? Date.parse(record.respond_by) : null,
  }
}
