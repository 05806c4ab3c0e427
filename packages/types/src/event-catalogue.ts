/**
 * Every event that webhooks carry: when it is sent, what it looks like, and what a merchant's server does about it. The
 * OpenAPI document and the page of the documentation are made of this table; further kinds of events are further groups.
 *
 * @module
 */
import type * as z from 'zod'

import { disputeEvent, recordEvent } from './schemas/record.ts'
import { paymentLinkEvent } from './schemas/payment-link.ts'
import { tokenizationEvent, transactionEvent } from './schemas/webhook-event.ts'
import {
  PAYMENT_LINK_EVENTS,
  DISPUTE_EVENTS,
  MANAGE_TYPES,
  type DisputeEventName,
  type DisputeStatus,
  processingCode,
  type ProcessingCode,
  RECORD_KINDS,
  type RecordEventName,
  recordEventName,
  TOKENIZATION_EVENTS,
  TRANSACTION_EVENTS,
  TRANSACTION_TYPES,
  type WebhookEventName,
} from './vocabulary/index.ts'

/** One event of the catalogue. */
export interface CataloguedEvent {
  /** Full name, as messages carry it. */
  readonly event: WebhookEventName
  /** The moment at which it is sent. */
  readonly when: string
  /** The action that a merchant's server takes. */
  readonly todo: string
  /** The filters that select it. */
  readonly filters: readonly string[]
  /** Describes a message. */
  readonly schema: z.ZodType
  /** A message. */
  readonly example: unknown
}

const SUBJECTS: Readonly<Record<string, string>> = {
  purchase: 'A purchase',
  authorize: 'An authorization',
  verify: 'A verification of a card',
  payment: 'An alternative payment',
  payout: 'A payout',
  capture: 'A capture',
  refund: 'A refund',
  void: 'A void',
  increment: 'An increment of an authorization',
  extend: 'An extension of an authorization',
}

interface Outcome {
  readonly when: string
  readonly status: 'APPROVED' | 'DECLINED' | 'CANCELED' | 'SESSION_EXPIRED' | 'INVALID'
  readonly code: ProcessingCode
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  approved: { when: 'was approved', status: 'APPROVED', code: '0000' },
  declined: { when: 'was declined', status: 'DECLINED', code: '1004' },
  canceled: { when: 'was canceled', status: 'CANCELED', code: '1003' },
  'session-expired': { when: 'ended because its time ran out', status: 'SESSION_EXPIRED', code: '1005' },
  invalid: { when: 'was refused as invalid', status: 'INVALID', code: '2010' },
}

const COMPARE = 'Compare reference, amount and currency with the order'

/** The action after an approval, by transaction type. */
const TODO_WHEN_APPROVED: Readonly<Record<string, string>> = {
  purchase: `${COMPARE}, mark it as paid and ship.`,
  authorize: `${COMPARE} and mark it as authorized. Capture within seven days.`,
  verify: 'The card is good; with a saved card, the tokenization event has its id.',
  payment: `${COMPARE}, mark it as paid and ship.`,
  payout: 'Mark the payout as sent.',
  capture: 'Mark the amount as collected.',
  refund: 'Tell the customer that the money is on its way.',
  void: 'Release the order: nothing is charged for it.',
  increment: 'The authorization holds `amount` more: `data.operations` of the payment has the new sum.',
  extend: 'Capture before the new `capture_before` in `data.operations` of the payment.',
}

const NEW_ATTEMPT = 'Nothing was charged. Keep the order open: another attempt needs a new reference.'
const UNCHANGED = 'Nothing changed. Read `processing_code` before you try again.'

/** Types that a customer begins; the others are the merchant's own. */
const BEGUN_BY_CUSTOMERS: readonly string[] = ['purchase', 'authorize', 'verify', 'payment']

function todoOf(type: string, outcome: string): string {
  if (outcome === 'approved') return TODO_WHEN_APPROVED[type] ?? ''
  if (outcome === 'invalid') return 'Correct what `processing_code` names. Nothing was charged.'
  return BEGUN_BY_CUSTOMERS.includes(type) ? NEW_ATTEMPT : UNCHANGED
}

const TRANSACTION_GROUP = TRANSACTION_EVENTS.map((event): CataloguedEvent => {
  const [, , type = '', outcome = ''] = event.split(':')
  const { when, status, code } = OUTCOMES[outcome] as Outcome
  return {
    event,
    when: `${SUBJECTS[type]} ${when}. Sent once, when the transaction becomes final.`,
    todo: todoOf(type, outcome),
    filters: [event, `transaction:${outcome}`, '*'],
    schema: transactionEvent,
    example: { event, payload: payloadOf(type, status, code) },
  }
})

function payloadOf(type: string, status: Outcome['status'], code: ProcessingCode) {
  const isOperation = MANAGE_TYPES.some((operation) => operation.toLowerCase() === type)
  const isCard = type !== 'payment' && type !== 'payout'
  return {
    id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11',
    merchant_id: '019c0f00-0000-7000-8000-000000000001',
    terminal_id: 'T00000000001',
    order_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b12',
    reference: 'order-1001',
    currency: 'SEK',
    amount: 24_900,
    normalized_amount: 24_900,
    transaction_type: TRANSACTION_TYPES.find((known) => known.toLowerCase() === type),
    processing_code: code,
    response_message: processingCode(code).message,
    status,
    created_at: '2026-11-21T10:04:07.120Z',
    updated_at: '2026-11-21T10:04:08.415Z',
    description: 'Two tickets to Uppsala',
    parent_id: isOperation ? '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b10' : null,
    transaction_initiated_by: BEGUN_BY_CUSTOMERS.includes(type) ? 'CUSTOMER' : 'MERCHANT',
    approval_code: status === 'APPROVED' ? 'A1B2C3' : null,
    ...(isCard && {
      payment_method_type: 'card',
      payment_method_brand: 'VISA',
      payment_method_masked: '424242******4242',
    }),
    customer_email: 'ada@example.com',
    metadata: null,
  }
}

const TOKENIZATION: Readonly<Record<string, Pick<CataloguedEvent, 'when' | 'todo'>>> = {
  'tokenization-webhook:payment-method:tokenized': {
    when: 'A card was saved. Sent to subscriptions that name the event.',
    todo: 'Store `payment_method_id` with the customer: later payments name it.',
  },
  'tokenization-webhook:payment-method:deleted': {
    when: 'A saved card was deleted, by you, by the customer or with an erased customer. Sent to subscriptions that name the event.',
    todo: 'Forget `payment_method_id`: payments with it are refused.',
  },
}

const TOKENIZATION_GROUP = TOKENIZATION_EVENTS.map((event): CataloguedEvent => ({
  event,
  when: TOKENIZATION[event]?.when ?? '',
  todo: TOKENIZATION[event]?.todo ?? '',
  filters: [event],
  schema: tokenizationEvent,
  example: {
    event,
    data: {
      payment_method_id: 'mPm9sTq1xY7uB3kL0wZcEg',
      payment_method_type: 'CARD',
      card_brand: 'VISA',
      card_bin: '424242',
      card_last_4: '4242',
      card_masked: '424242******4242',
      card_exp_month: 12,
      card_exp_year: 2030,
      customer_id: '019c0f5d-1b70-7e4a-8f31-7d2c9a6e5b40',
      transaction_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11',
    },
  },
}))

const PAYMENT_LINK_GROUP = PAYMENT_LINK_EVENTS.map((event): CataloguedEvent => ({
  event,
  when: 'A payment link was used up, expired or was deactivated. Sent once, to subscriptions that name the event.',
  todo: 'Read `status` and `uses`. Create a new link if more is to be sold.',
  filters: [event],
  schema: paymentLinkEvent,
  example: {
    event,
    data: {
      id: '019c0f60-2b10-7d3e-8a1c-4e5f60718293',
      status: 'USED_UP',
      url: 'https://pay.example/hpp/link/ck_live_5f0c2f1e8a7b4d63912e0c4b7a6d8f13/q2p3v4F7yXh1s0mJw9cLkA8bTnRzUeGdIoPiVfYxKEM',
      qr_svg: '<svg class="qr" viewBox="0 0 49 49">…</svg>',
      terminal_id: 'T00000000001',
      currency: 'SEK',
      amount: 24_900,
      amount_range: null,
      transaction_type: 'PURCHASE',
      description: 'Two tickets to Uppsala',
      reference_prefix: 'uppsala',
      max_uses: 10,
      uses: 10,
      uses_in_progress: 0,
      expires_at: '2026-12-21T10:04:07.120Z',
      customer_id: null,
      tokenization: null,
      return_url: null,
      languages: null,
      metadata: null,
      options: null,
      created_at: '2026-11-21T10:04:07.120Z',
      updated_at: '2026-11-24T17:40:12.004Z',
      deactivated_at: null,
    },
  },
}))

const AFTER_THE_END: Readonly<
  Record<RecordEventName | DisputeEventName, Pick<CataloguedEvent, 'when' | 'todo'>>
> = {
  'transaction-svc:record:capture-failed': {
    when: 'Money that was captured did not arrive.',
    todo: 'Hold the shipment, or ask the customer to pay again: you did not receive the amount.',
  },
  'transaction-svc:record:refund-failed': {
    when: 'The bank did not take a refund.',
    todo: 'Refund the customer in another way: the money is with you again.',
  },
  'transaction-svc:record:refund-reversed': {
    when: 'A refund was taken back.',
    todo: 'Refund the customer in another way: the money is with you again.',
  },
  'transaction-svc:record:returned': {
    when: 'The bank returned a payment.',
    todo: 'Treat the order as unpaid.',
  },
  'transaction-svc:record:fraud-reported': {
    when: 'The bank of the cardholder reported the payment as fraud.',
    todo: 'Stop the delivery if you can. A refund now often prevents a dispute.',
  },
  'transaction-svc:record:retrieval-requested': {
    when: 'The bank asks for the receipt of the payment.',
    todo: 'Send the receipt to your provider, so that no dispute follows.',
  },
  'transaction-svc:record:refunded-elsewhere': {
    when: 'The payment was refunded at the provider, not by you through this API.',
    todo: 'Mark the order as refunded.',
  },
  'transaction-svc:record:captured-elsewhere': {
    when: 'The payment was captured at the provider, not by you through this API.',
    todo: 'Mark the amount as collected.',
  },
  'transaction-svc:record:released-elsewhere': {
    when: 'The authorization was released at the provider, not by you through this API.',
    todo: 'Release the order: nothing is charged for it.',
  },
  'transaction-svc:dispute:opened': {
    when: 'The cardholder disputes the payment.',
    todo: 'Collect your evidence and send it to your provider before `respond_by`.',
  },
  'transaction-svc:dispute:updated': {
    when: 'A detail of the dispute changed, such as its amount or `respond_by`.',
    todo: 'Read the new values.',
  },
  'transaction-svc:dispute:evidence-due': {
    when: 'Evidence is due: 72 hours and 24 hours before `respond_by`, unless the dispute has ended.',
    todo: 'Send the evidence at your provider, or accept the dispute there.',
  },
  'transaction-svc:dispute:won': {
    when: 'You won the dispute.',
    todo: 'Close the case: the money is yours.',
  },
  'transaction-svc:dispute:lost': {
    when: 'You lost the dispute.',
    todo: 'Write the amount off: the money went back to the cardholder.',
  },
  'transaction-svc:dispute:reopened': {
    when: 'A dispute that had ended began again.',
    todo: 'Respond again before `respond_by`.',
  },
  'transaction-svc:dispute:closed': {
    when: 'A dispute ended without a decision.',
    todo: 'Close the case. The records of the payment say where the money is.',
  },
}

const RECORDED = {
  transaction_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11',
  merchant_id: '019c0f00-0000-7000-8000-000000000001',
  terminal_id: 'T00000000001',
  reference: 'order-1001',
  amount: 24_900,
  currency: 'SEK',
  reason_code: '10.4',
  reason: 'Fraud, card not present',
}
const [OCCURRED_AT, TOLD_AT] = ['2026-11-24T08:00:00.000Z', '2026-11-24T08:00:02.310Z']

const RECORD_GROUP = RECORD_KINDS.filter((kind) => !kind.startsWith('DISPUTE_')).map(
  (kind): CataloguedEvent => {
    const event = recordEventName(kind)
    return {
      event,
      ...AFTER_THE_END[event],
      filters: [event, 'record:*'],
      schema: recordEvent,
      example: {
        event,
        data: {
          ...RECORDED,
          id: '019c1a77-3c20-7b11-8f00-1d2e3f4a5b6c',
          kind,
          order_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b12',
          provider_reference: 'ch_3QXa7',
          dispute_id: null,
          funds: null,
          respond_by: null,
          occurred_at: OCCURRED_AT,
          created_at: TOLD_AT,
        },
      },
    }
  },
)

/** The state of a dispute after a step; steps that are not listed leave it open. */
const STANDS_AFTER: Readonly<Partial<Record<DisputeEventName, DisputeStatus>>> = {
  'transaction-svc:dispute:won': 'WON',
  'transaction-svc:dispute:lost': 'LOST',
  'transaction-svc:dispute:closed': 'CLOSED',
}

const DISPUTE_GROUP = DISPUTE_EVENTS.map((event): CataloguedEvent => {
  const status = STANDS_AFTER[event] ?? 'OPENED'
  return {
    event,
    ...AFTER_THE_END[event],
    filters: [event, 'dispute:*'],
    schema: disputeEvent,
    example: {
      event,
      data: {
        ...RECORDED,
        id: 'dp_1QXb2',
        scheme: 'VISA',
        status,
        respond_by: status === 'OPENED' ? '2026-12-08T08:00:00.000Z' : null,
        opened_at: OCCURRED_AT,
        closed_at: status === 'OPENED' ? null : '2026-12-20T08:00:00.000Z',
      },
    },
  }
})

/** Every event, in the order of the documentation. */
export const EVENT_CATALOGUE: readonly CataloguedEvent[] = [
  ...TRANSACTION_GROUP,
  ...TOKENIZATION_GROUP,
  ...PAYMENT_LINK_GROUP,
  ...RECORD_GROUP,
  ...DISPUTE_GROUP,
]
