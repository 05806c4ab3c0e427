import type Stripe from 'stripe'

import { type Form, isTrue, listAt, textAt, textsAt } from '../http/form.ts'
import { type World, need } from '../world/world.ts'
import { Refusal, cannot } from '../api/refusal.ts'
import { methodFromId } from './payment-method.ts'

type Setup = Stripe.SetupIntent

/** The countries whose banks authenticate the shopper when a card is saved. */
const ASKING: ReadonlySet<string> = new Set(['on-session', 'always', 'unless-set-up'])

/** Saves a card without a payment. */
export function createSetup(world: World, params: Form): Setup {
  const listed = listAt(params, 'allowed_payment_method_types')
  const id = world.newId('seti')
  const setup: Setup = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${world.newId('s').slice(2)}`,
    created: world.nowSeconds(),
    customer: textAt(params, 'customer') ?? null,
    description: textAt(params, 'description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: textsAt(params, 'metadata'),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: listed.length > 0 ? [...listed] : ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: textAt(params, 'usage') ?? 'off_session',
  }
  if (typeof setup.customer === 'string') need(world.customers, 'customer', setup.customer, 'customer')
  world.setups.set(setup.id, setup)
  world.emit('setup_intent.created', setup)
  useMethod(world, setup, params)
  return isTrue(params, 'confirm') ? confirm(world, setup, params) : setup
}

export function confirmSetup(world: World, id: string, params: Form): Setup {
  const setup = need(world.setups, 'setupintent', id, 'intent')
  useMethod(world, setup, params)
  return confirm(world, setup, params)
}

function useMethod(world: World, setup: Setup, params: Form): void {
  const id = textAt(params, 'payment_method')
  if (!id) return
  setup.payment_method = methodFromId(world, id).id
  setup.status = 'requires_confirmation'
}

function confirm(world: World, setup: Setup, params: Form): Setup {
  if (setup.status !== 'requires_confirmation')
    throw cannot(
      `You cannot confirm this SetupIntent because it has a status of ${setup.status}.`,
      'setup_intent_unexpected_state',
    )
  const method = need(world.methods, 'PaymentMethod', String(setup.payment_method), 'payment_method')
  const card = world.behaviours.get(method.id)
  if (card?.decline) {
    setup.status = 'requires_payment_method'
    setup.payment_method = null
    world.emit('setup_intent.setup_failed', setup)
    throw new Refusal(402, {
      type: 'card_error',
      code: card.decline.code,
      ...(card.decline.declineCode && { decline_code: card.decline.declineCode }),
      message: card.decline.message,
      setup_intent: structuredClone(setup),
    })
  }
  if (card && ASKING.has(card.authentication)) {
    const returnUrl = textAt(params, 'return_url') ?? null
    setup.status = 'requires_action'
    setup.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: returnUrl, url: `${world.publicUrl()}/pages/${setup.id}` },
    }
    world.emit('setup_intent.requires_action', setup)
    return setup
  }
  return finishSetup(world, setup)
}

/** Saves the card: the bank has agreed, and the shopper, too, if the bank required it. */
export function finishSetup(world: World, setup: Setup): Setup {
  const method = need(world.methods, 'PaymentMethod', String(setup.payment_method))
  if (typeof setup.customer === 'string') method.customer = setup.customer
  const card = world.behaviours.get(method.id)
  if (card?.authentication === 'unless-set-up')
    world.behaviours.set(method.id, { ...card, authentication: 'not-enrolled' })
  setup.status = 'succeeded'
  setup.next_action = null
  world.emit('setup_intent.succeeded', setup)
  return setup
}

export function cancelSetup(world: World, id: string): Setup {
  const setup = need(world.setups, 'setupintent', id, 'intent')
  if (setup.status === 'succeeded' || setup.status === 'canceled')
    throw cannot(
      `You cannot cancel this SetupIntent because it has a status of ${setup.status}.`,
      'setup_intent_unexpected_state',
    )
  setup.status = 'canceled'
  setup.next_action = null
  world.emit('setup_intent.canceled', setup)
  return setup
}
