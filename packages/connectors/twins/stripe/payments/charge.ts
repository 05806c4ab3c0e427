import type Stripe from 'stripe'

import { type IntentSecrets, need, secretsOf, type World } from '../world/world.ts'
import { addBalance } from './balance.ts'
import { openDispute } from './dispute.ts'
import { METHOD_TYPES } from './method-types.ts'
import type { CardBehaviour, Decline } from './test-cards.ts'

/** How long an uncaptured hold lasts. */
const HOLD_SECONDS = 7 * 86_400

type ThreeDsDetails = Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure

/** Captures the money, or reserves it if the intent is captured manually. */
export function chargeIntent(world: World, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  const isHeld = intent.capture_method === 'manual'
  const charge = newCharge(world, intent, method, isHeld)
  world.charges.set(charge.id, charge)
  intent.latest_charge = charge.id
  intent.next_action = null
  intent.last_payment_error = null
  spend(world, intent, method)
  if (isHeld) hold(world, intent)
  else take(world, intent, charge, intent.amount)
  world.emit('charge.succeeded', charge)
  world.emit(isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent)
  const dispute = world.behaviours.get(method.id)?.dispute
  if (dispute && !isHeld) openDispute(world, charge, dispute)
}

function hold(world: World, intent: Stripe.PaymentIntent): void {
  intent.status = 'requires_capture'
  intent.amount_capturable = intent.amount
  world.later(HOLD_SECONDS, () => {
    if (intent.status === 'requires_capture') releaseHold(world, intent, 'automatic')
  })
}

/** Moves the money of a full or partial capture. */
export function take(
  world: World,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  amount: number,
): void {
  charge.captured = true
  charge.amount_captured += amount
  intent.amount_received += amount
  intent.status = 'succeeded'
  intent.amount_capturable = 0
  charge.balance_transaction = addBalance(world, 'charge', amount, charge.currency, charge.id).id
}

/** Releases the rest of a hold, because it was canceled or not captured in time. */
export function releaseHold(
  world: World,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void {
  const charge = need(world.charges, 'charge', String(intent.latest_charge))
  charge.amount_refunded = intent.amount_capturable
  charge.refunded = !charge.captured
  intent.amount_capturable = 0
  intent.status = 'canceled'
  intent.canceled_at = world.nowSeconds()
  intent.cancellation_reason = reason
  world.emit(reason === 'automatic' ? 'charge.expired' : 'charge.refunded', charge)
  world.emit('payment_intent.canceled', intent)
}

/** Marks a card without a customer as used, because it can pay only once. */
function spend(world: World, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  const customer = typeof intent.customer === 'string' ? intent.customer : null
  if (intent.setup_future_usage && customer && method.customer === null) {
    method.customer = customer
    world.emit('payment_method.attached', method)
  }
  if (method.customer === null) world.spentMethods.add(method.id)
}

/** Records a charge that the bank declined. It exists, and moved no money. */
export function failedCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Stripe.Charge {
  const charge = newCharge(world, intent, method, true)
  Object.assign(charge, {
    status: 'failed',
    paid: false,
    captured: false,
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: {
      advice_code: decline.advice ?? null,
      network_advice_code: null,
      network_decline_code: decline.networkCode ?? null,
      network_status: 'declined_by_network',
      reason: decline.declineCode ?? null,
      risk_level: 'normal',
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
  } satisfies Partial<Stripe.Charge>)
  world.charges.set(charge.id, charge)
  world.emit('charge.failed', charge)
  return charge
}

function newCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  isHeld: boolean,
): Stripe.Charge {
  return {
    id: world.newId(method.type === 'card' ? 'ch' : 'py'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'TEST MERCHANT',
    captured: !isHeld,
    created: world.nowSeconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: method.type,
      [method.type]: detailsOf(world, intent, method, isHeld),
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

function detailsOf(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  isHeld: boolean,
): object {
  const behaviour = world.behaviours.get(method.id)
  if (!behaviour || !method.card) return METHOD_TYPES[method.type]?.details(method) ?? {}
  const { external, isAuthenticated } = secretsOf(world, intent)
  const options = intent.payment_method_options?.card
  return {
    amount_authorized: intent.amount,
    authorization_code: String(100_000 + world.charges.size),
    brand: behaviour.brand,
    ...(isHeld && { capture_before: world.nowSeconds() + HOLD_SECONDS }),
    checks: {
      address_line1_check: null,
      address_postal_code_check: behaviour.postalCheck ?? null,
      cvc_check: behaviour.cvcCheck ?? method.card.checks?.cvc_check ?? null,
    },
    country: behaviour.country,
    electronic_commerce_indicator: external?.eci ?? (isAuthenticated ? '05' : null),
    exp_month: method.card.exp_month,
    exp_year: method.card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: method.card.fingerprint ?? null,
    funding: behaviour.funding,
    incremental_authorization: {
      status: options?.request_incremental_authorization === 'if_available' ? 'available' : 'unavailable',
    },
    installments: options?.installments?.plan ? { plan: options.installments.plan } : null,
    last4: method.card.last4,
    mandate: null,
    multicapture: {
      status: options?.request_multicapture === 'if_available' ? 'available' : 'unavailable',
    },
    network: behaviour.brand,
    network_token: { used: false },
    network_transaction_id: `10${String(1_000_000_000_000 + world.charges.size)}`,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: threeDsOf(behaviour, secretsOf(world, intent), isAsked(intent)),
    transaction_link_id: null,
    wallet: behaviour.wallet ? { dynamic_last4: null, type: behaviour.wallet, [behaviour.wallet]: {} } : null,
  } satisfies Stripe.Charge.PaymentMethodDetails.Card
}

/** Returns whether the merchant asked for 3-D Secure. */
function isAsked(intent: Stripe.PaymentIntent): boolean {
  const asked = intent.payment_method_options?.card?.request_three_d_secure
  return asked === 'any' || asked === 'challenge'
}

function threeDsOf(
  { authentication, brand }: CardBehaviour,
  { external, isAuthenticated, isOffSession }: IntentSecrets,
  isWanted: boolean,
): ThreeDsDetails | null {
  if (external)
    return {
      ...NO_THREE_DS,
      electronic_commerce_indicator: external.eci,
      result: external.status === 'A' ? 'attempt_acknowledged' : 'authenticated',
      transaction_id: external.transactionId,
      version: external.version,
    }
  const [full, attempted] = brand === 'mastercard' ? (['02', '01'] as const) : (['05', '06'] as const)
  const found = { ...NO_THREE_DS, transaction_id: '5b3a4f0e-7a43-4a3e-9c38-0a1f0e0d4c11', version: '2.2.0' }
  if (isAuthenticated)
    return {
      ...found,
      authentication_flow: 'challenge',
      electronic_commerce_indicator: full,
      result: 'authenticated',
    }
  if (!isWanted || isOffSession || authentication !== 'not-enrolled') return null
  return {
    ...found,
    authentication_flow: 'frictionless',
    electronic_commerce_indicator: attempted,
    result: 'attempt_acknowledged',
  }
}

const NO_THREE_DS = {
  authentication_flow: null,
  electronic_commerce_indicator: null,
  exemption_indicator: null,
  result_reason: null,
} as const
