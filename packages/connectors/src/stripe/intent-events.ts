import type { OutcomeMessage } from '@sluice/provider-protocol'
import type { RecordKind } from '@sluice/types/vocabulary'

import type { ConnectorEvent } from '../kit/index.ts'
import { pendingOutcome, standingOf } from './answers.ts'
import { incrementOutcome } from './calls/follow-up-outcomes.ts'
import type { EventFrame, EventReader } from './event-frame.ts'
import { UNITS } from './exponents.ts'
import { isMarked } from './marks.ts'
import { type PaymentIntent, paymentIntent } from './objects.ts'
import { chargeOf, currencyOf, METADATA, UnreadableObject } from './outcomes.ts'

/** The keys of our own requests begin with their purpose. */
const OUR_KEY = /^(pi|pm|conf|can|fen|cap|ref|mark|cus|inc)-(.+)$/

/**
 * The purposes of requests for a payment that is already held. Their answer reports the result, and the payment's
 * own outcome has an earlier event.
 */
const AFTER_HOLD: ReadonlySet<string> = new Set(['cap', 'mark', 'ref'])

/** Reads an event of a payment intent: its outcome, or a change from elsewhere. */
export const readIntentEvent: EventReader = ({ type, data }, frame) => {
  const read = paymentIntent.safeParse(data.object)
  // Payments that the gateway did not create are ignored.
  if (!read.success || !read.data.metadata[METADATA.key]) return null
  const intent = read.data
  const [, purpose = null, key = ''] = OUR_KEY.exec(frame.requestKey ?? '') ?? []
  if (type === 'payment_intent.canceled') return purpose === null ? readRelease(intent, frame) : null
  if (isCaptured(intent)) return purpose === null ? readCapture(intent, frame) : null
  if (purpose === 'inc') return readIncrement(intent, key, frame)
  if (purpose !== null && AFTER_HOLD.has(purpose)) return null
  // The reserved amount of a raised payment differs from its requested amount.
  return isMarked(intent, 'increment') ? null : toOutcome(intent, frame)
}

/** Returns the increment of the request that raised the payment. */
function readIncrement(
  intent: PaymentIntent,
  key: string,
  { id, live, occurred_at }: EventFrame,
): ConnectorEvent | null {
  const outcome = incrementOutcome(intent, key)
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

/** Returns whether the payment was authorized earlier, so that the event reports its capture, not the payment. */
function isCaptured({ capture_method: method, status }: PaymentIntent): boolean {
  return method === 'manual' && status === 'succeeded'
}

function toOutcome(intent: PaymentIntent, frame: EventFrame): ConnectorEvent | null {
  const outcome = findOutcome(intent)
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

/**
 * Returns the outcome of a payment, if it has one. If no table lists its code, it stays open here, and the gateway
 * queries its status.
 */
function findOutcome(intent: PaymentIntent): OutcomeMessage | null {
  try {
    const standing = standingOf(intent, null)
    return standing.kind === 'outcome' ? standing.outcome : null
  } catch (error) {
    if (error instanceof UnreadableObject) return pendingOutcome(intent)
    throw error
  }
}

/**
 * Reports a payment that was canceled elsewhere, or expired. The held amount is released; an unpaid payment has
 * ended.
 */
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

/** Reports a capture from Stripe's dashboard. */
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
