import type Stripe from 'stripe'

import { type IntentSecrets, type World, secretsOf } from '../world/world.ts'
import { Refusal } from '../api/refusal.ts'
import { chargeIntent, failedCharge } from './charge.ts'
import { METHOD_TYPES } from './method-types.ts'
import { AUTHENTICATION_REQUIRED, type CardBehaviour, type Decline } from './test-cards.ts'

type Intent = Stripe.PaymentIntent

/** Confirms a payment, which ends in money, a decline by the bank, or a step for the shopper. */
export function attempt(
  world: World,
  intent: Intent,
  method: Stripe.PaymentMethod,
  { failsOnAction = false } = {},
): Intent {
  const card = world.behaviours.get(method.id)
  if (!card) return requestShopperStep(world, intent, method)
  const secrets = secretsOf(world, intent)
  const asks = asksShopper(card, intent, secrets)
  if (asks && (secrets.isOffSession || failsOnAction))
    throw refuse(world, intent, method, AUTHENTICATION_REQUIRED)
  if (asks) return askForThreeDs(world, intent)
  const decline = card.decline ?? (card.cvcCheck === 'fail' ? WRONG_CVC : undefined)
  if (decline) throw refuse(world, intent, method, decline)
  chargeIntent(world, intent, method)
  return intent
}

const WRONG_CVC: Decline = {
  code: 'incorrect_cvc',
  declineCode: 'incorrect_cvc',
  networkCode: 'N7',
  advice: 'confirm_card_data',
  message: "Your card's security code is incorrect.",
}

/** Returns whether this payment requires an authentication that it lacks. */
function asksShopper(card: CardBehaviour, intent: Intent, secrets: IntentSecrets): boolean {
  if (secrets.isAuthenticated) return false
  // An external authentication is accepted unless the bank rejected it.
  if (secrets.external) return !['Y', 'A', null].includes(secrets.external.status)
  if (card.authentication === 'unsupported' || card.authentication === 'not-enrolled') return false
  const wanted = intent.payment_method_options?.card?.request_three_d_secure
  if (wanted === 'any' || wanted === 'challenge') return !secrets.isOffSession
  if (secrets.isOffSession) return card.authentication === 'always' || card.authentication === 'unless-set-up'
  return card.authentication !== 'optional'
}

function askForThreeDs(world: World, intent: Intent): Intent {
  const { returnUrl } = secretsOf(world, intent)
  const url = pageOf(world, intent)
  intent.status = 'requires_action'
  intent.next_action = returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
  world.emit('payment_intent.requires_action', intent)
  return intent
}

function requestShopperStep(world: World, intent: Intent, method: Stripe.PaymentMethod): Intent {
  const rules = METHOD_TYPES[method.type]
  if (!rules) throw new Error(`The twin knows no method ${method.type}`)
  const nowSeconds = world.nowSeconds()
  intent.status = 'requires_action'
  intent.next_action = rules.action({
    intent,
    pageUrl: pageOf(world, intent),
    returnUrl: secretsOf(world, intent).returnUrl,
    nowSeconds,
    remaining: intent.amount - intent.amount_received,
  })
  world.emit('payment_intent.requires_action', intent)
  const action = intent.next_action
  if (rules.expiresAfterSeconds)
    world.later(rules.expiresAfterSeconds, () => {
      if (intent.status === 'requires_action' && intent.next_action === action)
        failByShopper(world, intent, method, 'payment_method_provider_timeout')
    })
  return intent
}

function pageOf(world: World, intent: Intent): string {
  return `${world.publicUrl()}/pages/${intent.id}`
}

/** Continues after the shopper has approved on the bank's page or in the app. */
export function approveByShopper(world: World, intent: Intent, method: Stripe.PaymentMethod): void {
  const secrets = secretsOf(world, intent)
  intent.next_action = null
  if (world.behaviours.has(method.id)) {
    secrets.isAuthenticated = true
    if (intent.confirmation_method === 'manual') {
      intent.status = 'requires_confirmation'
      return
    }
    try {
      attempt(world, intent, method)
    } catch (error) {
      // The intent itself reports the decline, because no request waits for an answer.
      if (!(error instanceof Refusal)) throw error
    }
    return
  }
  const settles = METHOD_TYPES[method.type]?.settlesAfterSeconds
  if (settles === undefined) return chargeIntent(world, intent, method)
  intent.status = 'processing'
  world.emit('payment_intent.processing', intent)
  world.later(settles, () => {
    if (intent.status === 'processing') chargeIntent(world, intent, method)
  })
}

/** Declines because the shopper failed, refused, or came too late. No request receives this decline. */
export function failByShopper(
  world: World,
  intent: Intent,
  method: Stripe.PaymentMethod,
  code: Stripe.PaymentIntent.LastPaymentError.Code,
): void {
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.payment_method = null
  intent.last_payment_error = {
    code,
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    message:
      code === 'payment_intent_authentication_failure'
        ? 'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.'
        : 'The customer did not approve the payment.',
    payment_method: structuredClone(method),
    type: world.behaviours.has(method.id) ? 'card_error' : 'invalid_request_error',
  }
  world.emit('payment_intent.payment_failed', intent)
}

/** Declines for the bank: the intent continues without its method, and the caller gets a 402. */
function refuse(world: World, intent: Intent, method: Stripe.PaymentMethod, decline: Decline): Refusal {
  const charge = failedCharge(world, intent, method, decline)
  const shared = {
    code: decline.code,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    ...(decline.networkCode && { network_decline_code: decline.networkCode }),
    ...(decline.advice && { advice_code: decline.advice }),
    charge: charge.id,
    message: decline.message,
    type: 'card_error' as const,
  }
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.latest_charge = charge.id
  intent.last_payment_error = {
    ...shared,
    code: decline.code,
    payment_method: structuredClone(method),
  }
  secretsOf(world, intent).isAuthenticated = false
  world.emit('payment_intent.payment_failed', intent)
  return new Refusal(402, {
    ...shared,
    payment_intent: structuredClone(intent),
    payment_method: structuredClone(method),
  })
}
