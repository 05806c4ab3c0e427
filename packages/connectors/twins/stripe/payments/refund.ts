import type Stripe from 'stripe'

import { type Form, isTrue, numberAt, textAt, textsAt } from '../http/form.ts'
import { type World, need } from '../world/world.ts'
import { badParameter, cannot } from '../api/refusal.ts'
import { addBalance } from './balance.ts'
import { METHOD_TYPES } from './method-types.ts'

/** How long a refund with a delayed result is pending. */
const REFUND_TAKES_SECONDS = 3600

export function createRefund(world: World, params: Form): Stripe.Refund {
  const charge = chargeOf(world, params)
  const left = refundable(world, charge)
  const amount = numberAt(params, 'amount') ?? left
  checkRefund(world, charge, amount, left, params)
  const behaviour = world.behaviours.get(String(charge.payment_method))
  const type = charge.payment_method_details?.type ?? 'card'
  const begins = type === 'card' ? 'succeeded' : METHOD_TYPES[type]?.refund
  if (!begins) throw cannot(`Charges made with ${type} can't be refunded.`)
  const status = behaviour?.refund === 'pending' ? 'pending' : begins
  const refund = newRefund(world, params, charge, amount, status)
  world.refunds.set(refund.id, refund)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  world.emit('refund.created', refund)
  world.emit('charge.refunded', charge)
  if (status === 'pending') world.later(REFUND_TAKES_SECONDS, () => finishRefund(world, refund))
  if (behaviour?.refund === 'fails-later') world.later(REFUND_TAKES_SECONDS, () => failRefund(world, refund))
  return refund
}

/**
 * Returns the refundable amount by the refunds themselves, because the charge also counts held amounts that were
 * never captured as refunded.
 */
function refundable(world: World, charge: Stripe.Charge): number {
  const refunds = [...world.refunds.values()].filter(
    (one) => one.charge === charge.id && one.status !== 'failed' && one.status !== 'canceled',
  )
  return charge.amount_captured - refunds.reduce((sum, one) => sum + one.amount, 0)
}

function checkRefund(world: World, charge: Stripe.Charge, amount: number, left: number, params: Form): void {
  if (!charge.paid || !charge.captured)
    throw cannot('This charge has not been captured: cancel its PaymentIntent in place of a refund.')
  const isLost = [...world.disputes.values()].some(
    (one) => one.charge === charge.id && !one.is_charge_refundable && one.status !== 'won',
  )
  if (isLost)
    throw cannot(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  if (left === 0) throw cannot(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  if (!Number.isInteger(amount))
    throw badParameter(
      'amount',
      `Invalid integer: ${String(textAt(params, 'amount'))}`,
      'parameter_invalid_integer',
    )
  if (amount < 1)
    throw badParameter(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  if (amount > left)
    throw cannot(
      `Refund amount (${String(amount)} ${charge.currency}) is greater than unrefunded amount on charge (${String(left)} ${charge.currency})`,
      undefined,
      { param: 'amount' },
    )
  if (isTrue(params, 'reverse_transfer'))
    throw badParameter('reverse_transfer', 'This charge has no transfer that could be reversed.')
}

function chargeOf(world: World, params: Form): Stripe.Charge {
  const charge = textAt(params, 'charge')
  const intent = textAt(params, 'payment_intent')
  if (charge && intent) throw badParameter('charge', 'Only one of charge and payment_intent can be given.')
  if (charge) return need(world.charges, 'charge', charge, 'charge')
  if (!intent)
    throw badParameter(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  const { latest_charge } = need(world.intents, 'payment_intent', intent, 'payment_intent')
  const found = world.charges.get(String(latest_charge))
  if (!found?.paid)
    throw cannot(`This PaymentIntent (${intent}) does not have a successful charge to refund.`)
  return found
}

function newRefund(
  world: World,
  params: Form,
  charge: Stripe.Charge,
  amount: number,
  status: 'succeeded' | 'pending',
): Stripe.Refund {
  return {
    id: world.newId(charge.payment_method_details?.type === 'card' ? 're' : 'pyr'),
    object: 'refund',
    amount,
    balance_transaction: addBalance(world, 'refund', -amount, charge.currency, charge.id).id,
    charge: charge.id,
    created: world.nowSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: destinationOf(charge.payment_method_details?.type ?? 'card'),
    metadata: textsAt(params, 'metadata'),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(status === 'pending' && { pending_reason: 'processing' as const }),
    reason: textAt(params, 'reason') ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  }
}

function destinationOf(type: string): Stripe.Refund.DestinationDetails {
  return type === 'card'
    ? {
        type: 'card',
        card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      }
    : { type }
}

function finishRefund(world: World, refund: Stripe.Refund): void {
  if (refund.status !== 'pending') return
  refund.status = 'succeeded'
  delete refund.pending_reason
  world.emit('refund.updated', refund, { status: 'pending' })
  world.emit('charge.refund.updated', refund, { status: 'pending' })
}

/** Fails a refund: the bank returns the money. Several events report this one failure. */
function failRefund(world: World, refund: Stripe.Refund): void {
  const previous = { status: refund.status }
  const charge = need(world.charges, 'charge', String(refund.charge))
  refund.status = 'failed'
  refund.failure_reason = 'expired_or_canceled_card'
  delete refund.pending_reason
  refund.failure_balance_transaction = addBalance(
    world,
    'refund_failure',
    refund.amount,
    refund.currency,
    charge.id,
  ).id
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  world.emit('refund.updated', refund, previous)
  world.emit('charge.refund.updated', refund, previous)
  // Only update events contain the previous values.
  world.emit('refund.failed', refund)
}
