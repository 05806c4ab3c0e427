import type { OutcomeMessage } from '@sluice/provider-protocol'
import type { RecordKind } from '@sluice/types/vocabulary'

import type { ConnectorEvent } from '../kit/index.ts'
import { pendingOutcome, standingOf } from './answers.ts'
import { incrementOutcome } from './calls/follow-up-outcomes.ts'
import type { EventFrame, EventReader } from './event-frame.ts'
import { UNITS } from './exponents.ts'
import { type PaymentIntent, paymentIntent } from './objects.ts'
import { chargeOf, currencyOf, METADATA, UnreadableObject } from './outcomes.ts'

/** Keys of our own requests begin with what they were for. */
const OUR_KEY = /^(pi|pm|conf|can|fen|cap|ref|mark|cus|inc)-/

/** What we ask for once a payment is held: the answer tells of that, and an event of the payment's own outcome came before. */
const AFTER_HOLD: ReadonlySet<string> = new Set(['cap', 'mark', 'ref'])

/** Reads an event of a payment intent: how the payment ended, or what was done with it elsewhere. */
export const readIntentEvent: EventReader = ({ type, data }, frame) => {
  const read = paymentIntent.safeParse(data.object)
  // Payments that did not come from a gateway are not ours.
  if (!read.success || !read.data.metadata[METADATA.key]) return null
  const intent = read.data
  const purpose = OUR_KEY.exec(frame.requestKey ?? '')?.[1] ?? null
  if (type === 'payment_intent.canceled') return purpose === null ? readRelease(intent, frame) : null
  if (isCaptured(intent)) return purpose === null ? readCapture(intent, frame) : null
  if (purpose === 'inc') return readIncrement(intent, frame)
  if (purpose !== null && AFTER_HOLD.has(purpose)) return null
  // The reserved amount of a raised payment differs from its requested amount.
  return isRaised(intent) ? null : toOutcome(intent, frame)
}

/** The increment in an event. The request that raised the payment has it too, so that no other one is reported. */
function readIncrement(intent: PaymentIntent, { id, live, occurred_at }: EventFrame): ConnectorEvent | null {
  const key = intent.metadata[METADATA.increment]
  const outcome = key === undefined ? null : incrementOutcome(intent, key)
  return (
    outcome && {
      kind: 'OUTCOME',
      id,
      live,
      occurred_at,
      call: 'increment',
      amount: outcome.approved_amount,
      outcome,
    }
  )
}

function isRaised({ metadata }: PaymentIntent): boolean {
  return metadata[METADATA.increment] !== undefined
}

/** A payment that was authorized before: the event reports its capture, and not the payment. */
function isCaptured({ capture_method: method, status }: PaymentIntent): boolean {
  return method === 'manual' && status === 'succeeded'
}

function toOutcome(intent: PaymentIntent, frame: EventFrame): ConnectorEvent | null {
  const outcome = outcomeTold(intent)
  if (outcome === null) return null
  const { id, live, occurred_at } = frame
  return {
    kind: 'OUTCOME',
    id,
    live,
    occurred_at,
    call: intent.payment_method_types.includes('card') ? 'authorization' : 'order',
    amount: UNITS.parse(intent.amount, currencyOf(intent)),
    outcome,
  }
}

/** The outcome of a payment, if it has one. Where no table has its code, it stays open here, and the gateway asks. */
function outcomeTold(intent: PaymentIntent): OutcomeMessage | null {
  try {
    const standing = standingOf(intent, null)
    return standing.kind === 'outcome' ? standing.outcome : null
  } catch (error) {
    if (error instanceof UnreadableObject) return pendingOutcome(intent)
    throw error
  }
}

/** A payment that somebody else canceled, or that expired: the reserved amount is released; an unpaid one has ended. */
function readRelease(intent: PaymentIntent, frame: EventFrame): ConnectorEvent | null {
  const wasHeld = intent.latest_charge !== null && intent.capture_method === 'manual'
  if (!wasHeld) return toOutcome(intent, frame)
  return toRecord(intent, frame, {
    fact: `${intent.id}:released`,
    kind: 'RELEASED_ELSEWHERE',
    amount: intent.amount - intent.amount_received,
    reason: intent.cancellation_reason,
  })
}

/** A capture in Stripe's dashboard. */
function readCapture(intent: PaymentIntent, frame: EventFrame): ConnectorEvent {
  const amount = intent.amount_received
  return toRecord(intent, frame, { fact: `${intent.id}:captured`, kind: 'CAPTURED_ELSEWHERE', amount })
}

function toRecord(
  intent: PaymentIntent,
  { id, live, occurred_at, account }: EventFrame,
  {
    fact,
    amount,
    ...record
  }: {
    readonly fact: string
    readonly kind: RecordKind
    /** The amount in Stripe's units. */
    readonly amount: number
    readonly reason?: string | null
  },
): ConnectorEvent {
  const currency = currencyOf(intent)
  return {
    kind: 'RECORD',
    id,
    live,
    occurred_at,
    fact,
    account_id: account,
    idempotency_key: intent.metadata[METADATA.key],
    refs: [intent.id, chargeOf(intent)?.id ?? ''].filter(Boolean),
    record: { ...record, amount: UNITS.parse(amount, currency), currency },
  }
}
