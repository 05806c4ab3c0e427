import { createHash } from 'node:crypto'
import type Stripe from 'stripe'

import { type Form, formAt, textAt, textsAt } from '../http/form.ts'
import { type World, need } from '../world/world.ts'
import { Refusal, badParameter, cannot } from '../api/refusal.ts'
import { METHOD_TYPES } from './method-types.ts'
import { type CardBehaviour, TEST_CARDS, TEST_METHODS } from './test-cards.ts'

/** Creates a payment method, from a separate request or from `payment_method_data`. */
export function createMethod(world: World, params: Form): Stripe.PaymentMethod {
  const type = textAt(params, 'type') ?? ''
  if (type === 'card') return cardMethod(world, behaviourOf(world, params), params)
  if (!METHOD_TYPES[type]) throw badParameter('type', `Invalid type: ${type}`)
  const own = { ...METHOD_TYPES[type]?.stored, ...textsAt(params, type) }
  return keepMethod(world, { ...newMethod(world, type, params), [type]: own })
}

/** Returns a stored payment method, or one that Stripe offers for tests by name. */
export function methodFromId(world: World, id: string): Stripe.PaymentMethod {
  const number = TEST_METHODS[id]
  const behaviour = number === undefined ? undefined : TEST_CARDS.get(number)
  if (behaviour) return cardMethod(world, behaviour, {})
  return need(world.methods, 'PaymentMethod', id, 'payment_method')
}

function behaviourOf(world: World, params: Form): CardBehaviour {
  const token = textAt(params, 'card', 'token')
  if (token) return takeToken(world, token)
  const number = textAt(params, 'card', 'number')
  if (!number)
    throw badParameter('card[number]', 'Missing required param: card[number].', 'parameter_missing')
  checkExpiry(world, params)
  if (!passesLuhn(number))
    throw new Refusal(402, {
      type: 'card_error',
      code: 'incorrect_number',
      message: 'Your card number is incorrect.',
      param: 'number',
    })
  const behaviour = TEST_CARDS.get(number)
  if (!behaviour)
    throw new Refusal(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    })
  return behaviour
}

/** Uses up a token of a wallet or of Stripe.js, which is valid once. */
function takeToken(world: World, token: string): CardBehaviour {
  const known = TEST_CARDS.get(TEST_METHODS[token] ?? '')
  if (known) return known
  const behaviour = need(world.tokens, 'token', token, 'card[token]')
  world.tokens.delete(token)
  return behaviour
}

function checkExpiry(world: World, params: Form): void {
  const month = Number(textAt(params, 'card', 'exp_month') ?? 0)
  const year = Number(textAt(params, 'card', 'exp_year') ?? 0)
  const full = year < 100 ? 2000 + year : year
  if (!(month >= 1 && month <= 12))
    throw new Refusal(402, {
      type: 'card_error',
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    })
  const now = new Date(world.nowSeconds() * 1000)
  if (full * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1)
    throw new Refusal(402, {
      type: 'card_error',
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    })
}

function cardMethod(world: World, behaviour: CardBehaviour, params: Form): Stripe.PaymentMethod {
  const year = Number(textAt(params, 'card', 'exp_year') ?? 2034)
  const method: Stripe.PaymentMethod = {
    ...newMethod(world, 'card', params),
    card: {
      brand: behaviour.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: textAt(params, 'card', 'cvc') ? 'pass' : null,
      },
      country: behaviour.country,
      display_brand: behaviour.brand,
      exp_month: Number(textAt(params, 'card', 'exp_month') ?? 12),
      exp_year: year < 100 ? 2000 + year : year,
      fingerprint: createHash('sha256').update(behaviour.number).digest('hex').slice(0, 16),
      funding: behaviour.funding,
      generated_from: null,
      last4: behaviour.number.slice(-4),
      networks: { available: [behaviour.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: behaviour.authentication !== 'unsupported' },
      wallet: behaviour.wallet
        ? { dynamic_last4: null, type: behaviour.wallet, [behaviour.wallet]: {} }
        : null,
    },
  }
  world.behaviours.set(method.id, behaviour)
  return keepMethod(world, method)
}

function newMethod(world: World, type: string, params: Form): Stripe.PaymentMethod {
  const billing = formAt(params, 'billing_details') ?? {}
  const address = formAt(billing, 'address')
  const line = (name: string) => (address && textAt(address, name)) ?? null
  return {
    id: world.newId('pm'),
    object: 'payment_method',
    billing_details: {
      address: {
        city: line('city'),
        country: line('country'),
        line1: line('line1'),
        line2: line('line2'),
        postal_code: line('postal_code'),
        state: line('state'),
      },
      email: textAt(billing, 'email') ?? null,
      name: textAt(billing, 'name') ?? null,
      phone: textAt(billing, 'phone') ?? null,
      tax_id: textAt(billing, 'tax_id') ?? null,
    },
    created: world.nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: textsAt(params, 'metadata'),
    type: type,
  }
}

function keepMethod(world: World, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  world.methods.set(method.id, method)
  return method
}

export function attachMethod(world: World, id: string, params: Form): Stripe.PaymentMethod {
  const method = methodFromId(world, id)
  const customer = need(world.customers, 'customer', textAt(params, 'customer') ?? '', 'customer')
  if (world.spentMethods.has(method.id))
    throw cannot(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    )
  if (method.customer !== null && method.customer !== customer.id)
    throw cannot('The payment method you provided has already been attached to a customer.')
  method.customer = customer.id
  world.emit('payment_method.attached', method)
  return method
}

export function detachMethod(world: World, id: string): Stripe.PaymentMethod {
  const method = need(world.methods, 'PaymentMethod', id, 'payment_method')
  if (method.customer === null)
    throw cannot('The payment method you provided is not attached to a customer so detachment is impossible.')
  method.customer = null
  world.spentMethods.add(method.id)
  world.emit('payment_method.detached', method)
  return method
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
