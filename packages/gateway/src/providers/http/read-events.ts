import { type EventMessage, events as eventsMessage } from '@sluice/provider-protocol'
import { type ErrorItem, toErrorItems } from '@sluice/types'
import { isSignedMessage } from '@sluice/platform/crypto/standard-webhook'
import { readJson } from '@sluice/platform/http/raw-json'
import { scrubCardNumbers } from '@sluice/platform/logging/scrub-card-numbers'

import type {
  Acknowledgement,
  EventReading,
  ProviderEvent,
  ReadEvents,
  ReportedRecord,
} from '../../transactions/execution/provider.ts'
import { fromOutcomeWire } from './provider.wire.ts'

/**
 * Reads what a provider posts by the provider protocol: a Standard Webhooks message with events, or with the report of one
 * order's status.
 *
 * @see docs/provider-protocol.md#events
 */
export const readHttpEvents: ReadEvents = ({ headers, rawBody, path }, { secrets, nowMs }): EventReading => {
  if (!isSignedMessage(rawBody, headers, { nowMs, secrets })) return { kind: 'refused' }
  const reading = readJson(rawBody)
  if (!reading.ok) return { kind: 'unreadable', status: 400, errors: [reading.error] }
  const { value } = reading
  if (!holdsEvents(value)) return { kind: 'report', messageId: String(headers['webhook-id']), report: value }
  const read = eventsMessage.safeParse(value)
  if (!read.success) return { kind: 'unreadable', status: 422, errors: toErrorItems(read.error, value) }
  const events = read.data.events.map((event) => toEvent(event, nowMs))
  const elsewhere = events.findIndex(({ accountId }) => accountId !== (path.accountId ?? accountId))
  if (elsewhere !== -1) return { kind: 'unreadable', status: 422, errors: [ofAnotherAccount(elsewhere)] }
  return {
    kind: 'events',
    events,
    acknowledgement: ACKNOWLEDGED,
  }
}

const ACKNOWLEDGED: Acknowledgement = {
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

function toEvent(message: EventMessage, nowMs: number): ProviderEvent {
  const told = {
    id: message.id,
    isLive: message.live,
    occurredAtMs: Date.parse(message.occurred_at),
    raw: Buffer.from(JSON.stringify(message)),
  }
  switch (message.kind) {
    case 'OUTCOME': {
      const { outcome, call, amount } = message
      return {
        ...told,
        kind: 'OUTCOME',
        fact: message.id,
        key: outcome.idempotency_key,
        refs: outcome.refs ?? [],
        parentRefs: [],
        accountId: outcome.account_id,
        call,
        amountMinor: amount,
        currency: outcome.currency,
        outcome: { ...fromOutcomeWire(outcome, nowMs), retryable: false },
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
        record: toRecord(message.record),
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

function toRecord(record: Extract<EventMessage, { kind: 'RECORD' }>['record']): ReportedRecord {
  return {
    kind: record.kind,
    amountMinor: record.amount,
    currency: record.currency,
    reasonCode: record.reason_code ? scrubCardNumbers(record.reason_code) : null,
    reason: record.reason ? scrubCardNumbers(record.reason) : null,
    disputeReference: record.dispute_reference ?? null,
    funds: record.funds ?? 'NONE',
    respondByMs: record.respond_by ? Date.parse(record.respond_by) : null,
  }
}
