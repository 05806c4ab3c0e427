import { createServer } from 'node:http'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { METHOD_TYPES } from './payments/method-types.ts'
import { API_KEY, pressAtPage, startWithClient } from './test-support/start-with-client.ts'
import type { StripeTwin } from './stripe-twin.ts'

let twin: StripeTwin
let stripe: Stripe
const RETURN = 'https://shop.example/return'

beforeEach(async () => {
  ;({ twin, stripe } = await startWithClient())
})
afterEach(async () => {
  expect(twin.crashes()).toEqual([])
  await twin.close()
})

/** A payment as a form, sent by hand: what the client would repair is visible. */
async function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${twin.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, ...headers },
    body: new URLSearchParams(form),
  })
  const body = (await response.json()) as {
    id: string
    error?: { type: string; code?: string; param?: string }
  }
  return { status: response.status, replayed: response.headers.get('idempotent-replayed'), body }
}

const PAYMENT = {
  amount: '1000',
  currency: 'eur',
  confirm: 'true',
  payment_method: 'pm_card_visa',
  'allowed_payment_method_types[]': 'card',
}

describe('keys of requests', () => {
  it('execute once within 24 hours, and again after them', async () => {
    const headers = { 'idempotency-key': 'key-1' }
    const first = await post('payment_intents', PAYMENT, headers)
    const again = await post('payment_intents', PAYMENT, headers)
    expect(again.body.id).toBe(first.body.id)
    expect([first.replayed, again.replayed]).toEqual([null, 'true'])
    twin.advance(24 * 3_600_000)
    const later = await post('payment_intents', PAYMENT, headers)
    expect(later.body.id).not.toBe(first.body.id)
    expect(twin.books()).toHaveLength(2)
  })

  it('belong to one body', async () => {
    await post('payment_intents', PAYMENT, { 'idempotency-key': 'key-1' })
    const other = await post('payment_intents', { ...PAYMENT, amount: '999' }, { 'idempotency-key': 'key-1' })
    expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
  })

  it('replay declines, and errors of Stripe itself', async () => {
    const declined = { ...PAYMENT, payment_method: 'pm_card_chargeDeclined' }
    await post('payment_intents', declined, { 'idempotency-key': 'key-1' })
    expect(await post('payment_intents', declined, { 'idempotency-key': 'key-1' })).toMatchObject({
      status: 402,
      replayed: 'true',
    })
    twin.faults.plan({ kind: 'error-500-after', path: 'payment_intents' })
    await post('payment_intents', PAYMENT, { 'idempotency-key': 'key-2' })
    expect(await post('payment_intents', PAYMENT, { 'idempotency-key': 'key-2' })).toMatchObject({
      status: 500,
      replayed: 'true',
    })
    expect(twin.books().filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  })

  it('are not consumed by an invalid request', async () => {
    const headers = { 'idempotency-key': 'key-1' }
    await post('payment_intents', { ...PAYMENT, amount: 'ten' }, headers)
    expect((await post('payment_intents', PAYMENT, headers)).status).toBe(200)
  })
})

describe('a plan of faults', () => {
  it.each([
    ['request-lost', 0],
    ['html-502', 0],
    ['rate-limit', 0],
    ['lock-timeout', 0],
    ['error-500', 0],
    ['answer-lost', 1],
    ['html-502-after', 1],
    ['error-500-after', 1],
  ] as const)('%s leaves %i payments', async (kind, payments) => {
    twin.faults.plan({ kind, path: 'payment_intents$' })
    const lost = await post('payment_intents', PAYMENT).catch(() => null)
    expect(lost?.status ?? 0).not.toBe(200)
    expect(twin.books()).toHaveLength(payments)
  })

  it('affects only the request that it names', async () => {
    twin.faults.plan({ kind: 'rate-limit', path: 'payment_intents$', nth: 2 })
    expect((await post('payment_intents', PAYMENT)).status).toBe(200)
    expect((await post('payment_intents', PAYMENT)).status).toBe(429)
    expect((await post('payment_intents', PAYMENT)).status).toBe(200)
  })

  it('refuses the same key while its first request is in progress', async () => {
    twin.faults.plan({ kind: 'late', path: 'payment_intents$' })
    const first = post('payment_intents', PAYMENT, { 'idempotency-key': 'key-1' })
    await expect.poll(() => twin.books()).toHaveLength(1)
    const second = await post('payment_intents', PAYMENT, { 'idempotency-key': 'key-1' })
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } })
    twin.release()
    const answered = await first
    const again = await post('payment_intents', PAYMENT, { 'idempotency-key': 'key-1' })
    expect(again.body.id).toBe(answered.body.id)
  })
})

describe('refusals', () => {
  it.each([
    ['an unknown member', { ...PAYMENT, amont: '1' }, 'parameter_unknown', 'amont'],
    ['a member in the wrong place', { ...PAYMENT, 'metadata[a][b]': '1' }, undefined, 'metadata[a]'],
    ['an amount with a point', { ...PAYMENT, amount: '10.5' }, 'parameter_invalid_integer', 'amount'],
    ['less than the least', { ...PAYMENT, amount: '49' }, 'amount_too_small', 'amount'],
    ['a currency that is none', { ...PAYMENT, currency: 'xxy' }, undefined, 'currency'],
    ['dinars that do not end in 0', { ...PAYMENT, currency: 'kwd', amount: '1001' }, undefined, 'amount'],
    ['no amount', { currency: 'eur' }, 'parameter_missing', 'amount'],
    [
      'a word that Stripe does not have',
      { ...PAYMENT, capture_method: 'by_hand' },
      undefined,
      'capture_method',
    ],
    [
      'a method in a currency that it does not have',
      { amount: '1000', currency: 'usd', 'allowed_payment_method_types[]': 'blik' },
      undefined,
      'allowed_payment_method_types',
    ],
  ])('%s', async (_, form, code, param) => {
    const { status, body } = await post('payment_intents', form)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ ...(code && { code }), param })
    expect(twin.books()).toHaveLength(0)
  })

  it('a card that paid once without a customer', async () => {
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    const form = { ...PAYMENT, payment_method: method.id }
    expect((await post('payment_intents', form)).status).toBe(200)
    expect((await post('payment_intents', form)).body.error).toMatchObject({ type: 'invalid_request_error' })
  })
})

describe('cards', () => {
  const pay = (number: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentMethods
      .create({ type: 'card', card: { number, exp_month: 12, exp_year: 2034, cvc: '123' } })
      .then(({ id }) =>
        stripe.paymentIntents.create({
          amount: 1000,
          currency: 'eur',
          confirm: true,
          payment_method: id,
          allowed_payment_method_types: ['card'],
          ...more,
        }),
      )

  it('require 3-D Secure if they need it, and accept an external authentication instead', async () => {
    const asked = await pay('4000002760003184')
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const proven = await pay('4000002760003184', {
      payment_method_options: {
        card: {
          three_d_secure: {
            cryptogram: 'AAABBEg0VhI0VniQEjRWAAAAAAA=',
            transaction_id: '7d1e3f0c-0a5b-4c39-9f0f-6b4a9f5e1234',
            version: '2.2.0',
            electronic_commerce_indicator: '05',
            ares_trans_status: 'Y',
          },
        },
      },
      expand: ['latest_charge'],
    })
    expect(
      (proven.latest_charge as Stripe.Charge).payment_method_details?.card?.three_d_secure,
    ).toMatchObject({
      electronic_commerce_indicator: '05',
      transaction_id: '7d1e3f0c-0a5b-4c39-9f0f-6b4a9f5e1234',
    })
  })

  it('are declined off-session if the bank requires authentication', async () => {
    const customer = await stripe.customers.create({})
    const declined = pay('4000002760003184', { customer: customer.id, off_session: true })
    await expect(declined).rejects.toMatchObject({
      code: 'authentication_required',
      raw: { network_decline_code: '1A' },
    })
  })

  it('fail when the shopper does not pass', async () => {
    const asked = await pay('4000000000003220', { return_url: RETURN })
    await pressAtPage(asked.next_action?.redirect_to_url?.url ?? '', 'decline')
    expect(await stripe.paymentIntents.retrieve(asked.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect(twin.books()[0]).toMatchObject({ capturedAmount: 0, successfulCharges: 0 })
  })

  it('are held for seven days', async () => {
    const held = await pay('4242424242424242', { capture_method: 'manual' })
    twin.advance(7 * 86_400_000)
    expect(await stripe.paymentIntents.retrieve(held.id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    })
    await expect(stripe.paymentIntents.capture(held.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  it('are captured in parts where that was asked for', async () => {
    const once = await pay('4242424242424242', { capture_method: 'manual' })
    await expect(
      stripe.paymentIntents.capture(once.id, { amount_to_capture: 100, final_capture: false }),
    ).rejects.toMatchObject({ param: 'final_capture' })
    const several = await pay('4242424242424242', {
      capture_method: 'manual',
      payment_method_options: { card: { request_multicapture: 'if_available' } },
    })
    await stripe.paymentIntents.capture(several.id, { amount_to_capture: 100, final_capture: false })
    const rest = await stripe.paymentIntents.capture(several.id, { amount_to_capture: 300 })
    expect(rest).toMatchObject({ status: 'succeeded', amount_received: 400 })
  })

  it('report one failed refund by several events', async () => {
    const paid = await pay('4000000000005126')
    const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 400 })
    expect(refund.status).toBe('succeeded')
    expect(twin.books()[0]?.refundedAmount).toBe(400)
    twin.advance(3_600_000)
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed')
    expect(twin.books()[0]?.refundedAmount).toBe(0)
    const told = twin.webhooks.deliveries().map(({ event }) => event.type)
    expect(told.filter((type) => /refund\.(updated|failed)/.test(type))).toEqual([
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
    ])
  })
})

/** The members that each method needs besides its type. */
const NEEDS: Readonly<Record<string, Partial<Stripe.PaymentIntentCreateParams>>> = {
  blik: { payment_method_options: { blik: { code: '123456' } } },
  boleto: {
    payment_method_data: {
      type: 'boleto',
      boleto: { tax_id: '000.000.000-00' },
      billing_details: {
        email: 'ada@shop.example',
        name: 'Ada Lovelace',
        address: { line1: 'Rua 1', city: 'Olinda', state: 'PE', postal_code: '53000-000', country: 'BR' },
      },
    },
  },
  customer_balance: {
    payment_method_options: {
      customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'gb_bank_transfer' } },
    },
  },
}

const BILLING = { billing_details: { email: 'ada@shop.example', name: 'Ada Lovelace' } }

describe.each(Object.entries(METHOD_TYPES))('%s', (type, rules) => {
  const name = type as 'ideal'
  const create = async () => {
    const customer = rules.needsCustomer ? await stripe.customers.create({}) : null
    return stripe.paymentIntents.create({
      amount: 20_000,
      currency: rules.currencies[0] ?? '',
      confirm: true,
      return_url: RETURN,
      allowed_payment_method_types: [name],
      payment_method_data: { type: name, ...BILLING },
      ...(customer && { customer: customer.id }),
      ...NEEDS[type],
    })
  }

  it('is paid by the shopper, and its money goes back where it can', async () => {
    const asked = await create()
    expect(asked.status).toBe('requires_action')
    await pressAtPage(`${twin.url}/pages/${asked.id}`, 'approve')
    twin.advance((rules.settlesAfterSeconds ?? 0) * 1000)
    expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded')
    const refund = stripe.refunds.create({ payment_intent: asked.id, amount: 5_000 })
    if (rules.refund) expect((await refund).status).toBe(rules.refund)
    else await expect(refund).rejects.toThrow(/can't be refunded/)
    expect(twin.contract().breaches).toEqual([])
  })

  it('fails when the shopper declines', async () => {
    const asked = await create()
    await pressAtPage(`${twin.url}/pages/${asked.id}`, 'decline')
    expect(await stripe.paymentIntents.retrieve(asked.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_method_provider_decline' },
    })
    expect(twin.contract().breaches).toEqual([])
  })
})

describe('webhooks', () => {
  it('come late, twice and out of order when a test says so', async () => {
    const heard: string[] = []
    const receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        heard.push((JSON.parse(body) as { type: string }).type)
        response.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const address = receiver.address()
    const port = typeof address === 'object' && address ? address.port : 0
    twin.webhooks.setEndpoint({ url: `http://127.0.0.1:${String(port)}/`, secrets: ['whsec_x'] })
    twin.webhooks.hold(true)
    await post('payment_intents', PAYMENT)
    expect(heard).toEqual([])
    const [created, charged, succeeded] = twin.webhooks.deliveries().map(({ event }) => event.id)
    await twin.webhooks.deliver([succeeded, created, succeeded, charged].map(String))
    expect(heard).toEqual([
      'payment_intent.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
      'charge.succeeded',
    ])
    await new Promise<void>((resolve) => receiver.close(() => resolve()))
  })
})
