import type Stripe from 'stripe'

import { type Form, formAt, isTrue, listAt, textAt } from '../http/form.ts'
import { type World, need, secretsOf } from '../world/world.ts'
import { applyMetadata } from '../api/metadata.ts'
import { badParameter, cannot } from '../api/refusal.ts'
import { checkAmount } from './amounts.ts'
import { attempt } from './attempt.ts'
import { METHOD_TYPES, missingMember } from './method-types.ts'
import { createMethod, methodFromId } from './payment-method.ts'

type Intent = Stripe.PaymentIntent

/** The intent is canceled after this many confirmations. */
const MOST_CONFIRMATIONS = 100

export function createIntent(world: World, params: Form): Intent {
  const currency = (textAt(params, 'currency') ?? '').toLowerCase()
  const amount = checkAmount(textAt(params, 'amount') ?? '', currency)
  const types = typesOf(params, currency)
  const intent = newIntent(world, params, amount, currency, types)
  checkTogether(params)
  world.intents.set(intent.id, intent)
  world.intentSecrets.set(intent.id, {
    isAuthenticated: false,
    returnUrl: null,
    isOffSession: false,
    external: null,
    confirmations: 0,
  })
  applyMembers(world, intent, params)
  world.emit('payment_intent.created', intent)
  return isTrue(params, 'confirm') ? confirm(world, intent, params) : intent
}

/** Checks the members that are allowed only together with a confirmation. */
function checkTogether(params: Form): void {
  if (isTrue(params, 'confirm')) return
  for (const name of ['off_session', 'return_url', 'error_on_requires_action', 'mandate_data'])
    if (name in params) throw badParameter(name, `You can only set \`${name}\` when \`confirm\` is \`true\`.`)
}

export function updateIntent(world: World, id: string, params: Form): Intent {
  const intent = need(world.intents, 'payment_intent', id, 'intent')
  const isOpen = CONFIRMABLE.includes(intent.status)
  if (!isOpen && Object.keys(params).some((name) => !ALWAYS_CHANGEABLE.has(name)))
    refuseState(intent, 'updated', CONFIRMABLE.join(', '))
  const currency = textAt(params, 'currency')?.toLowerCase() ?? intent.currency
  const amount = textAt(params, 'amount') ?? String(intent.amount)
  if (isOpen) intent.amount = checkAmount(amount, currency)
  intent.currency = currency
  applyMembers(world, intent, params)
  return intent
}

/** The members that may be updated in every state. */
const ALWAYS_CHANGEABLE: ReadonlySet<string> = new Set(['metadata', 'description', 'receipt_email', 'expand'])

export function confirmIntent(world: World, id: string, params: Form): Intent {
  return confirm(world, need(world.intents, 'payment_intent', id, 'intent'), params)
}

function confirm(world: World, intent: Intent, params: Form): Intent {
  const secrets = secretsOf(world, intent)
  if (!CONFIRMABLE.includes(intent.status)) refuseState(intent, 'confirmed', CONFIRMABLE.join(', '))
  if (++secrets.confirmations > MOST_CONFIRMATIONS) {
    intent.status = 'canceled'
    return intent
  }
  applyMembers(world, intent, params)
  secrets.returnUrl = textAt(params, 'return_url') ?? secrets.returnUrl
  const offSession = textAt(params, 'off_session')
  secrets.isOffSession = offSession !== undefined && offSession !== 'false'
  if (intent.payment_method === null)
    throw cannot(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      'payment_intent_unexpected_state',
      { payment_intent: structuredClone(intent) },
    )
  const method = need(world.methods, 'PaymentMethod', String(intent.payment_method), 'payment_method')
  checkMethod(world, intent, method, params)
  return attempt(world, intent, method, { failsOnAction: isTrue(params, 'error_on_requires_action') })
}

const CONFIRMABLE: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function checkMethod(world: World, intent: Intent, method: Stripe.PaymentMethod, params: Form): void {
  if (!intent.payment_method_types.includes(method.type))
    throw badParameter(
      'payment_method',
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
    )
  if (world.spentMethods.has(method.id))
    throw cannot(
      `The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.`,
      'payment_method_unactivated',
    )
  if (method.customer !== null && method.customer !== intent.customer)
    throw cannot(
      `The PaymentMethod you provided belongs to the Customer ${String(method.customer)}. Include this Customer in the PaymentIntent.`,
      undefined,
      { param: 'payment_method' },
    )
  const rules = METHOD_TYPES[method.type]
  const missing = missingMember(method.type, method, formAt(params, 'payment_method_options') ?? {})
  if (missing) throw badParameter(missing, `Missing required param: ${missing}.`, 'parameter_missing')
  if (rules?.needsCustomer && intent.customer === null)
    throw badParameter(
      'customer',
      'A customer is required for payments by bank transfer.',
      'parameter_missing',
    )
  if (mayRedirect(intent) && secretsOf(world, intent).returnUrl === null)
    throw badParameter(
      'return_url',
      'This PaymentIntent is configured to accept payment methods that might redirect your customer off of your page, you must provide a `return_url`. If you do not want to accept redirect-based payment methods, set `automatic_payment_methods[allow_redirects]` to `never`.',
    )
}

/** Returns whether any of its methods redirects the shopper, even if it is not the chosen one. */
function mayRedirect(intent: Intent): boolean {
  if (intent.automatic_payment_methods?.allow_redirects === 'never') return false
  return intent.payment_method_types.some((type) => METHOD_TYPES[type]?.returns)
}

/** Applies the members that create, update and confirm share. */
function applyMembers(world: World, intent: Intent, params: Form): void {
  const customer = textAt(params, 'customer')
  if (customer) intent.customer = need(world.customers, 'customer', customer, 'customer').id
  const data = formAt(params, 'payment_method_data')
  const id = textAt(params, 'payment_method')
  const method = data ? createMethod(world, data) : id ? methodFromId(world, id) : null
  if (method) {
    if (intent.payment_method !== method.id) secretsOf(world, intent).isAuthenticated = false
    intent.payment_method = method.id
    intent.next_action = null
    if (intent.status === 'requires_payment_method' || intent.status === 'requires_action')
      intent.status = 'requires_confirmation'
  }
  applyMetadata(intent.metadata, params)
  for (const name of [
    'description',
    'receipt_email',
    'statement_descriptor',
    'statement_descriptor_suffix',
  ] as const)
    intent[name] = textAt(params, name) ?? intent[name]
  const usage = textAt(params, 'setup_future_usage')
  if (usage) intent.setup_future_usage = usage
  const capture = textAt(params, 'capture_method')
  if (capture) intent.capture_method = capture
  applyCardOptions(world, intent, formAt(params, 'payment_method_options', 'card'))
}

function applyCardOptions(world: World, intent: Intent, options: Form | undefined): void {
  if (!options) return
  const card = ((intent.payment_method_options ??= {}).card ??= {
    installments: null,
    mandate_options: null,
    network: null,
    request_three_d_secure: 'automatic',
  })
  const kept = [
    'request_three_d_secure',
    'request_multicapture',
    'request_incremental_authorization',
    'network',
    'stored_credential_usage',
  ] as const
  for (const name of kept) {
    const value = textAt(options, name)
    if (value) Object.assign(card, { [name]: value })
  }
  const plan = formAt(options, 'installments', 'plan')
  if (plan) card.installments = { available_plans: null, enabled: true, plan: planOf(intent, plan) }
  const proof = formAt(options, 'three_d_secure')
  if (!proof) return
  secretsOf(world, intent).external = {
    cryptogram: textAt(proof, 'cryptogram') ?? '',
    transactionId: textAt(proof, 'transaction_id') ?? '',
    version: textAt(proof, 'version') ?? '',
    eci: textAt(proof, 'electronic_commerce_indicator') ?? null,
    status: textAt(proof, 'ares_trans_status') ?? null,
  }
}

/** The installment plans of cards in Mexico. */
const MONTHS: ReadonlySet<number> = new Set([3, 6, 9, 12, 18, 24])

/** @throws When no card has such a plan. */
function planOf({ currency }: Intent, plan: Form) {
  const count = Number(textAt(plan, 'count'))
  if (currency !== 'mxn' || !MONTHS.has(count))
    throw badParameter(
      'payment_method_options[card][installments][plan]',
      'The selected installment plan is not available for this payment.',
    )
  return { count, interval: 'month', type: 'fixed_count' } as const
}

/**
 * Returns the methods with which the payment can be made: all that fit its currency and its capture, of those that the
 * request allows or the account has.
 *
 * @throws When the request allows only what does not fit.
 */
function typesOf(params: Form, currency: string): string[] {
  const allowed = listAt(params, 'allowed_payment_method_types')
  const unknown = allowed.find((type) => type !== 'card' && !METHOD_TYPES[type])
  if (unknown)
    throw badParameter(
      'allowed_payment_method_types',
      `The payment method type "${unknown}" is invalid. Please ensure the provided type is activated in your dashboard.`,
    )
  const isManual = textAt(params, 'capture_method') === 'manual'
  const fitting = (allowed.length > 0 ? allowed : ['card', ...Object.keys(METHOD_TYPES)]).filter(
    (type) => type === 'card' || fits(type, currency, isManual),
  )
  if (fitting.length > 0) return fitting
  throw badParameter(
    'allowed_payment_method_types',
    `None of the allowed payment method types (${allowed.join(', ')}) can be used with the currency \`${currency}\` and \`capture_method\` \`${isManual ? 'manual' : 'automatic'}\`.`,
  )
}

function fits(type: string, currency: string, isManual: boolean): boolean {
  const rules = METHOD_TYPES[type]
  return (
    rules !== undefined && rules.currencies.includes(currency) && (!isManual || rules.capturesLater === true)
  )
}

/** @throws `payment_intent_unexpected_state` */
export function refuseState(intent: Intent, verb: string, allowed: string): never {
  throw cannot(
    `This PaymentIntent's status is ${intent.status} and it could not be ${verb}: only a PaymentIntent with one of the following statuses may be ${verb}: ${allowed}.`,
    'payment_intent_unexpected_state',
    { payment_intent: structuredClone(intent) },
  )
}

function allowedOf(params: Form): Stripe.PaymentIntent['allowed_payment_method_types'] {
  const allowed = listAt(params, 'allowed_payment_method_types')
  return allowed.length > 0 ? (allowed as Stripe.PaymentIntent['allowed_payment_method_types']) : null
}

function newIntent(world: World, params: Form, amount: number, currency: string, types: string[]): Intent {
  const id = world.newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowedOf(params),
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: {
      allow_redirects:
        textAt(params, 'automatic_payment_methods', 'allow_redirects') === 'never' ? 'never' : 'always',
      enabled: true,
    },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: textAt(params, 'capture_method') ?? 'automatic_async',
    client_secret: `${id}_secret_${world.newId('s').slice(2)}`,
    confirmation_method: textAt(params, 'confirmation_method') ?? 'automatic',
    created: world.nowSeconds(),
    currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: types.includes('card')
      ? {
          card: {
            installments: null,
            mandate_options: null,
            network: null,
            request_three_d_secure: 'automatic',
          },
        }
      : {},
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
