import type Stripe from 'stripe'

import { type Form, numberAt, textAt, textsAt } from '../http/form.ts'
import { type World, need } from '../world/world.ts'
import { applyMetadata } from '../api/metadata.ts'
import { badParameter } from '../api/refusal.ts'
import { chargeIntent } from './charge.ts'

const NAME_MAX_CHARS = 256

export function createCustomer(world: World, params: Form): Stripe.Customer {
  if ((textAt(params, 'name')?.length ?? 0) > NAME_MAX_CHARS)
    throw badParameter('name', `Invalid string: the name must be at most ${NAME_MAX_CHARS} characters`)
  const customer: Stripe.Customer = {
    id: world.newId('cus'),
    object: 'customer',
    balance: 0,
    created: world.nowSeconds(),
    default_source: null,
    description: textAt(params, 'description') ?? null,
    email: textAt(params, 'email') ?? null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: textsAt(params, 'metadata'),
    name: textAt(params, 'name') ?? null,
    phone: textAt(params, 'phone') ?? null,
    shipping: null,
  }
  world.customers.set(customer.id, customer)
  world.emit('customer.created', customer)
  return customer
}

export function updateCustomer(world: World, id: string, params: Form): Stripe.Customer {
  const customer = need(world.customers, 'customer', id)
  for (const name of ['description', 'email', 'name', 'phone'] as const)
    customer[name] = textAt(params, name) ?? customer[name] ?? null
  applyMetadata(customer.metadata, params)
  return customer
}

/** Receives a transfer from the customer's bank, as Stripe's test helper sends it, and pays what waits for it. */
export function fundCashBalance(
  world: World,
  id: string,
  params: Form,
): Stripe.CustomerCashBalanceTransaction {
  const customer = need(world.customers, 'customer', id)
  const amount = numberAt(params, 'amount') ?? 0
  const currency = textAt(params, 'currency') ?? ''
  if (amount < 1) throw badParameter('amount', 'This value must be greater than or equal to 1.')
  let cash = amount
  for (const intent of world.intents.values()) {
    if (!waitsForTransfer(intent, customer.id, currency)) continue
    const left = intent.amount - intent.amount_received
    if (cash < left) {
      intent.amount_received += cash
      const shown = intent.next_action?.display_bank_transfer_instructions
      if (shown) shown.amount_remaining = left - cash
      world.emit('payment_intent.partially_funded', intent)
      cash = 0
    } else {
      cash -= left
      intent.amount_received = 0
      chargeIntent(world, intent, need(world.methods, 'PaymentMethod', String(intent.payment_method)))
    }
    if (cash === 0) break
  }
  const reference = textAt(params, 'reference') ?? null
  return fundedLine(world, customer.id, amount, currency, cash, reference)
}

function waitsForTransfer(intent: Stripe.PaymentIntent, customer: string, currency: string): boolean {
  return (
    intent.customer === customer &&
    intent.currency === currency &&
    intent.next_action?.type === 'display_bank_transfer_instructions'
  )
}

function fundedLine(
  world: World,
  customer: string,
  amount: number,
  currency: string,
  ending: number,
  reference: string | null,
): Stripe.CustomerCashBalanceTransaction {
  return {
    id: world.newId('ccsbtxn'),
    object: 'customer_cash_balance_transaction',
    created: world.nowSeconds(),
    currency,
    customer,
    customer_account: null,
    ending_balance: ending,
    funded: {
      bank_transfer: {
        reference,
        type: 'eu_bank_transfer',
        eu_bank_transfer: { bic: 'BANKDEAA', iban_last4: '7089', sender_name: 'Sender' },
      },
    },
    livemode: false,
    net_amount: amount,
    type: 'funded',
  }
}
