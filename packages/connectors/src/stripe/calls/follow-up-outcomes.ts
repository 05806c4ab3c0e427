import type { OutcomeMessage } from '@sluice/provider-protocol'

import { UNITS } from '../exponents.ts'
import { type MarkedCall, markedAmount } from '../marks.ts'
import type { PaymentIntent } from '../objects.ts'
import { currencyOf, METADATA, metadataOf, outcomeOf } from '../outcomes.ts'
import { writeState } from '../state.ts'

/** Returns the outcome of a capture; null if the payment intent does not have its mark. */
export function captureOutcome(intent: PaymentIntent, key: string): OutcomeMessage | null {
  const captured = markedAmount(intent, 'capture', key)
  if (captured === null || intent.amount_received < captured) return null
  return followUpOf(intent, key, captured, 'capture')
}

/**
 * Returns the outcome of a void, if the payment intent has its mark and holds nothing more. Stripe releases everything
 * that is held: an increment whose answer was lost may have added to the requested amount.
 */
export function voidOutcome(intent: PaymentIntent, key: string): OutcomeMessage | null {
  const released = intent.amount - intent.amount_received
  const isReleased = intent.status === 'canceled' || (intent.status === 'succeeded' && released > 0)
  const asked = markedAmount(intent, 'void', key)
  if (asked === null || !isReleased) return null
  return followUpOf(intent, key, Math.min(asked, released), 'void')
}

/** Returns the outcome of a void of an amount that an earlier void has released. */
export function voidedBefore(intent: PaymentIntent, key: string, amount: number): OutcomeMessage {
  return followUpOf(intent, key, Math.min(amount, intent.amount - intent.amount_received), 'void')
}

/** Returns the outcome of an increment; null if the payment intent does not have its mark. Refused increments leave none. */
export function incrementOutcome(intent: PaymentIntent, key: string): OutcomeMessage | null {
  const added = markedAmount(intent, 'increment', key)
  if (added === null || intent.amount < added) return null
  return followUpOf(intent, key, added, 'increment')
}

function followUpOf(
  intent: PaymentIntent,
  key: string,
  amount: number,
  operation: MarkedCall,
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
