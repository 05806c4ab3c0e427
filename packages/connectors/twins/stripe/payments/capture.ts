import type Stripe from 'stripe'

import { type Form, numberAt, textAt } from '../http/form.ts'
import { type World, need } from '../world/world.ts'
import { applyMetadata } from '../api/metadata.ts'
import { badParameter, cannot } from '../api/refusal.ts'
import { addBalance } from './balance.ts'
import { releaseHold, take } from './charge.ts'
import { refuseState } from './intent.ts'

type Intent = Stripe.PaymentIntent

export function captureIntent(world: World, id: string, params: Form): Intent {
  const intent = need(world.intents, 'payment_intent', id, 'intent')
  if (intent.status !== 'requires_capture') refuseState(intent, 'captured', 'requires_capture')
  const charge = need(world.charges, 'charge', String(intent.latest_charge))
  const amount = numberAt(params, 'amount_to_capture') ?? intent.amount_capturable
  const isFinal = textAt(params, 'final_capture') !== 'false'
  checkCapture(intent, charge, amount, isFinal)
  applyMetadata(intent.metadata, params)
  if (isFinal) finish(world, intent, charge, amount)
  else takePart(world, intent, charge, amount)
  world.emit('charge.captured', charge)
  world.emit(isFinal ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', intent)
  return intent
}

function checkCapture(intent: Intent, charge: Stripe.Charge, amount: number, isFinal: boolean): void {
  if (!Number.isInteger(amount) || amount < 1)
    throw badParameter(
      'amount_to_capture',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  if (amount > intent.amount_capturable)
    throw cannot(
      `The requested capture amount is greater than the amount you can capture for this PaymentIntent (${String(intent.amount_capturable)}).`,
      'amount_too_large',
      { param: 'amount_to_capture' },
    )
  const several = charge.payment_method_details?.card?.multicapture?.status
  if (!isFinal && several !== 'available')
    throw badParameter('final_capture', 'Multicapture is not available for this PaymentIntent.')
}

/** Releases the rest of the hold. The charge shows it as refunded although nothing was returned. */
function finish(world: World, intent: Intent, charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded = charge.amount - charge.amount_captured - amount
  take(world, intent, charge, amount)
}

function takePart(world: World, intent: Intent, charge: Stripe.Charge, amount: number): void {
  charge.captured = true
  charge.amount_captured += amount
  intent.amount_received += amount
  intent.amount_capturable -= amount
  charge.balance_transaction = addBalance(world, 'charge', amount, charge.currency, charge.id).id
}

const CANCELLABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]

export function cancelIntent(world: World, id: string, params: Form): Intent {
  const intent = need(world.intents, 'payment_intent', id, 'intent')
  if (!CANCELLABLE.includes(intent.status)) refuseState(intent, 'canceled', CANCELLABLE.join(', '))
  const reason = textAt(params, 'cancellation_reason') ?? null
  if (intent.status === 'requires_capture') {
    releaseHold(world, intent, reason)
    return intent
  }
  intent.status = 'canceled'
  intent.canceled_at = world.nowSeconds()
  intent.cancellation_reason = reason
  intent.next_action = null
  world.emit('payment_intent.canceled', intent)
  return intent
}

/** Increments the held amount, if the payment allows it. */
export function incrementIntent(world: World, id: string, params: Form): Intent {
  const intent = need(world.intents, 'payment_intent', id, 'intent')
  if (intent.status !== 'requires_capture') refuseState(intent, 'incremented', 'requires_capture')
  const charge = need(world.charges, 'charge', String(intent.latest_charge))
  const card = charge.payment_method_details?.card
  if (!card || card.incremental_authorization?.status !== 'available')
    throw cannot('This PaymentIntent is not eligible for incremental authorizations.')
  const amount = numberAt(params, 'amount') ?? 0
  if (amount <= intent.amount)
    throw badParameter('amount', 'The amount must be greater than the currently authorized amount.')
  applyMetadata(intent.metadata, params)
  intent.amount = amount
  intent.amount_capturable = amount
  charge.amount = amount
  card.amount_authorized = amount
  world.emit('payment_intent.amount_capturable_updated', intent)
  return intent
}
