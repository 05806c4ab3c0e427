import type { OutcomeMessage } from '@sluice/provider-protocol'

import { UNITS } from '../exponents.ts'
import type { PaymentIntent } from '../objects.ts'
import { currencyOf, METADATA, metadataOf, outcomeOf } from '../outcomes.ts'
import { writeState } from '../state.ts'

/** Returns the outcome of a capture, if it is the latest one that the payment intent names. */
export function captureOutcome(intent: PaymentIntent, key: string): OutcomeMessage | null {
  const { metadata } = intent
  const captured = Number(metadata[METADATA.captured])
  if (metadata[METADATA.capture] !== key || !(captured > 0) || intent.amount_received < captured) return null
  return followUpOf(intent, key, captured, 'capture')
}

/**
 * Returns the outcome of a void, if the payment intent names it and holds nothing more. Stripe releases everything
 * that is held: an increment whose answer was lost may have added to the requested amount.
 */
export function voidOutcome(intent: PaymentIntent, key: string): OutcomeMessage | null {
  const released = intent.amount - intent.amount_received
  const isReleased = intent.status === 'canceled' || (intent.status === 'succeeded' && released > 0)
  if (intent.metadata[METADATA.void] !== key || !isReleased) return null
  const asked = Number(intent.metadata[METADATA.voided] ?? released)
  return followUpOf(intent, key, Math.min(asked, released), 'void')
}

/** Returns the outcome of a void of an amount that an earlier void has released. */
export function voidedBefore(intent: PaymentIntent, key: string, amount: number): OutcomeMessage {
  return followUpOf(intent, key, Math.min(amount, intent.amount - intent.amount_received), 'void')
}

/**
 * Returns the outcome of an increment, if it is the latest one that the payment intent names. A refused increment
 * leaves no name.
 */
export function incrementOutcome(intent: PaymentIntent, key: string): OutcomeMessage | null {
  const { metadata } = intent
  const added = Number(metadata[METADATA.incremented])
  if (metadata[METADATA.increment] !== key || !(added > 0) || intent.amount < added) return null
  return followUpOf(intent, key, added, 'increment')
}

function followUpOf(
  intent: PaymentIntent,
  key: string,
  amount: number,
  operation: 'capture' | 'void' | 'increment',
): OutcomeMessage {
  const currency = currencyOf(intent)
  const account = metadataOf(intent, METADATA.account)
  return outcomeOf(intent, '1002', {
    idempotency_key: key,
    approved_amount: UNITS.parse(amount, currency),
    processing_code: '0000',
    state: writeState({ intent: intent.id, account, currency, operation }),
  })
}
