import type { EventMessage, OutcomeMessage } from '@sluice/provider-protocol'

import {
  type CallbackRequest,
  type ConnectorEvent,
  type EventContext,
  type EventReading,
  type JsonObject,
  textOf,
} from '../kit/index.ts'
import { REFUSALS } from './codes.ts'
import {
  ELSEWHERE,
  OUTCOME_EVENTS,
  type OutcomeEventCode,
  RECORD_EVENTS,
  type RecordMeaning,
} from './event-codes.ts'
import { isOrderMethod } from './methods.ts'
import { type Notification, readItems, readNotification } from './notification.ts'
import {
  approvedOutcome,
  declinedOutcome,
  pendingOutcome,
  readAuthentication,
  toShortText,
} from './outcome.ts'
import { MODIFICATIONS, type NamedCall, readReference } from './requests.ts'
import { isSigned } from './verify-notification.ts'

type Call = Extract<EventMessage, { kind: 'OUTCOME' }>['call']

/** Adyen keeps resending webhooks that are not acknowledged with this text. */
const ACKNOWLEDGEMENT = { status: 200, contentType: 'text/plain', text: '[accepted]' } as const

/** Reads a standard webhook. One item without a valid signature refuses all of them. */
export function readEvents(request: CallbackRequest, context: EventContext): EventReading {
  const body = readItems(Buffer.from(request.rawBody).toString('utf8'))
  if (body === null || !body.items.every((item) => isSigned(item, context.secrets)))
    return { kind: 'refused' }
  const { accountId } = request.path
  const events = body.items.map((item) => {
    const read = readNotification(item, body.isLive)
    if (read === null) return toUnread(item, body.isLive, context.now)
    return accountId === null || read.merchantAccount === accountId ? toEvent(read) : toMisdirected(read)
  })
  return { kind: 'events', events, acknowledgement: ACKNOWLEDGEMENT }
}

/**
 * Returns an item that lacks a member, or has an amount in no known unit, as an unread event. If it were rejected,
 * Adyen would resend it, and with it every other item of its body, for days. The event gets its own id, so that a
 * complete version of the item still counts.
 */
function toUnread(item: JsonObject, isLive: boolean, nowMs: number): ConnectorEvent {
  const member = (name: string) => textOf(item, name) ?? ''
  const pspReference = member('pspReference')
  const occurredAtMs = Date.parse(member('eventDate'))
  return {
    kind: 'OTHER',
    id: `${pspReference}:${member('eventCode')}:${String(member('success') === 'true')}:unread`,
    live: isLive,
    occurred_at: new Date(Number.isNaN(occurredAtMs) ? nowMs : occurredAtMs).toISOString(),
    account_id: member('merchantAccountCode'),
    refs: pspReference === '' ? [] : [pspReference],
  }
}

/**
 * Returns an item for another merchant account as an ignored event. It still counts when it arrives at its own
 * address.
 */
function toMisdirected(item: Notification): ConnectorEvent {
  return { ...toOtherEvent(item), id: `${basicsOf(item).id}:misdirected` }
}

function toEvent(item: Notification): ConnectorEvent {
  const code = OUTCOME_EVENTS.find((known) => known === item.eventCode)
  const meaning = RECORD_EVENTS[item.eventCode]
  if (code !== undefined) return toOutcomeEvent(code, item)
  return meaning ? toRecord(item, meaning) : toOtherEvent(item)
}

function toOutcomeEvent(code: OutcomeEventCode, item: Notification): ConnectorEvent {
  if (code === 'AUTHORISATION') return outcomeEvent(item, paymentCall(item), item.merchantReference)
  if (code === 'OFFER_CLOSED') return offerClosed(item)
  const named = readReference(item.merchantReference)
  if (named !== null) {
    const told = { ...item, amount: { ...item.amount, minor: amountOf(item, named) } }
    return outcomeEvent(told, MODIFICATIONS[named.modification], named.key)
  }
  // Merchant accounts can be configured to repeat the payment's own reference here.
  if (code === 'TECHNICAL_CANCEL') return outcomeEvent(item, 'undo', item.merchantReference)
  const meaning = code === 'CANCEL_OR_REFUND' ? reversedElsewhere(item) : ELSEWHERE[code]
  return item.isSuccess && meaning ? toRecord(item, meaning) : toOtherEvent(item)
}

/**
 * Returns the amount of a call in an event. For an approved change, the event has the new total: a total that differs
 * from the requested one is returned as another amount, which the gateway compares with its own.
 */
function amountOf({ amount: { minor }, isSuccess }: Notification, { asked }: NamedCall): number {
  if (asked === null) return minor
  const { amount, total } = asked
  return isSuccess && total !== null ? Math.max(0, amount + minor - total) : amount
}

function paymentCall({ paymentMethod }: Notification): Call {
  return isOrderMethod(paymentMethod) ? 'order' : 'authorization'
}

function reversedElsewhere({ extra }: Notification): RecordMeaning | undefined {
  return ELSEWHERE[extra?.['modification.action'] === 'cancel' ? 'CANCELLATION' : 'REFUND']
}

/** Members of every event. Adyen has no id of a message: a repetition has the same reference, code and success. */
function basicsOf({ pspReference, eventCode, isSuccess, isLive, occurredAt }: Notification) {
  return {
    id: `${pspReference}:${eventCode}:${String(isSuccess)}`,
    live: isLive,
    occurred_at: occurredAt,
  }
}

function outcomeEvent(item: Notification, call: Call, key: string): ConnectorEvent {
  const { amount, originalReference } = item
  return {
    ...basicsOf(item),
    kind: 'OUTCOME',
    call,
    amount: amount.minor,
    outcome: outcomeOf(item, call, key),
    ...(originalReference && { parent_refs: [originalReference] }),
  }
}

function outcomeOf(item: Notification, call: Call, key: string): OutcomeMessage {
  const { amount, eventCode, extra, isSuccess, merchantAccount, pspReference, reason } = item
  const names = { idempotency_key: key, account_id: merchantAccount, refs: [pspReference] }
  if (call === 'cancellation') {
    // A cancellation that failed says nothing about the payment.
    const outcome = pendingOutcome(names, amount.currency, eventCode)
    return isSuccess ? { ...outcome, processing_code: '1003' } : outcome
  }
  if (!isSuccess) {
    const refusal = { word: eventCode, code: refusalCodeOf(reason), reason }
    return declinedOutcome(names, amount.currency, refusal, extra)
  }
  const authentication = call === 'authorization' ? readAuthentication(null, extra) : null
  const approved = approvedOutcome(names, amount, eventCode, extra)
  return authentication === null ? approved : { ...approved, authentication }
}

const REASON_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(REFUSALS).map(([code, { reason }]) => [reason.toLowerCase(), code]),
)

/** Events have the reason only as Adyen's text. */
function refusalCodeOf(reason: string | null): string | null {
  return reason === null ? null : (REASON_CODES.get(reason.toLowerCase()) ?? null)
}

/** The customer can no longer pay the order. */
function offerClosed(item: Notification): ConnectorEvent {
  const names = { idempotency_key: item.merchantReference, account_id: item.merchantAccount }
  const outcome = pendingOutcome(
    { ...names, refs: [item.pspReference] },
    item.amount.currency,
    item.eventCode,
  )
  return {
    ...basicsOf(item),
    kind: 'OUTCOME',
    call: paymentCall(item),
    amount: item.amount.minor,
    outcome: { ...outcome, processing_code: '1005' },
  }
}

function toRecord(item: Notification, { record, funds, isDispute }: RecordMeaning): ConnectorEvent {
  const { amount, extra, eventCode, merchantAccount, originalReference, pspReference, reason } = item
  const key = readReference(item.merchantReference)?.key ?? item.merchantReference
  return {
    ...basicsOf(item),
    kind: 'RECORD',
    fact: `${pspReference}:${eventCode}`,
    account_id: merchantAccount,
    ...(key && { idempotency_key: key }),
    refs: [pspReference],
    parent_refs: originalReference === null ? [] : [originalReference],
    record: {
      kind: record,
      amount: amount.minor,
      currency: amount.currency,
      ...(reason && { reason: toShortText(reason, 255) }),
      ...(isDispute && { dispute_reference: pspReference, ...disputeMembers(extra) }),
      ...(funds && { funds }),
    },
  }
}

function disputeMembers(extra: JsonObject | null) {
  const code = extra?.['chargebackReasonCode'] ?? extra?.['nofReasonCode'] ?? extra?.['rfiReasonCode']
  const endsAtMs = Date.parse(String(extra?.['defensePeriodEndsAt'] ?? ''))
  return {
    ...(typeof code === 'string' && { reason_code: toShortText(code.trim(), 40) }),
    ...(!Number.isNaN(endsAtMs) && { respond_by: new Date(endsAtMs).toISOString() }),
  }
}

function toOtherEvent(item: Notification): ConnectorEvent {
  const { merchantAccount, pspReference, originalReference, amount } = item
  const refs = [pspReference, ...(originalReference === null ? [] : [originalReference])]
  return { ...basicsOf(item), kind: 'OTHER', account_id: merchantAccount, refs, currency: amount.currency }
}
