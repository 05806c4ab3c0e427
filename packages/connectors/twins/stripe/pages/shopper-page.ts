import type Stripe from 'stripe'

import { type Choice, choicePage } from '../../pages/choice-page.ts'
import type { World } from '../world/world.ts'
import { need, secretsOf } from '../world/world.ts'
import { approveByShopper, failByShopper } from '../payments/attempt.ts'
import { finishSetup } from '../payments/setup.ts'

/** Renders the bank's question for a card, or the provider's for another method. */
export function showPage(world: World, id: string): string {
  return choicePage(question(world, id))
}

function question(world: World, id: string): Choice {
  const action = `/pages/${id}`
  if (world.setups.has(id))
    return { title: 'Save your card', line: 'Your bank asks whether it is you.', action }
  const intent = need(world.intents, 'payment_intent', id)
  const method = world.methods.get(String(intent.payment_method))
  const title = method?.type === 'card' ? '3-D Secure' : `Pay with ${method?.type ?? 'nothing'}`
  return {
    title,
    line: `${intent.currency.toUpperCase()} ${String(intent.amount)} in the smallest unit`,
    action,
  }
}

/** Returns the address to which Stripe sends shoppers after their choice: the shop. */
export function choose(world: World, id: string, choice: string): string | null {
  const setup = world.setups.get(id)
  if (setup) return chooseSetup(world, setup, choice)
  const intent = need(world.intents, 'payment_intent', id)
  const method = need(world.methods, 'PaymentMethod', String(intent.payment_method))
  // A second press has no effect, because the first already counted.
  if (intent.status === 'requires_action') {
    if (choice === 'approve') approveByShopper(world, intent, method)
    else failByShopper(world, intent, method, failureOf(method.type))
  }
  const { returnUrl } = secretsOf(world, intent)
  return returnUrl === null ? null : backTo(returnUrl, intent, method.type)
}

function failureOf(type: string): Stripe.PaymentIntent.LastPaymentError.Code {
  return type === 'card' ? 'payment_intent_authentication_failure' : 'payment_method_provider_decline'
}

function backTo(returnUrl: string, intent: Stripe.PaymentIntent, type: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  if (type === 'card') url.searchParams.set('source_type', 'card')
  else url.searchParams.set('redirect_status', REDIRECT_STATUS[intent.status] ?? 'failed')
  return url.href
}

const REDIRECT_STATUS: Readonly<Record<string, string>> = { succeeded: 'succeeded', processing: 'pending' }

function chooseSetup(world: World, setup: Stripe.SetupIntent, choice: string): string | null {
  const returnUrl = setup.next_action?.redirect_to_url?.return_url ?? null
  if (setup.status === 'requires_action') {
    if (choice === 'approve') finishSetup(world, setup)
    else {
      setup.status = 'requires_payment_method'
      setup.next_action = null
      world.emit('setup_intent.setup_failed', setup)
    }
  }
  if (returnUrl === null) return null
  const url = new URL(returnUrl)
  url.searchParams.set('setup_intent', setup.id)
  url.searchParams.set('setup_intent_client_secret', setup.client_secret ?? '')
  return url.href
}
