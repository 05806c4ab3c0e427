import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { clientOf, pressAtPage, startWithClient } from './test-support/start-with-client.ts'
import type { StripeTwin } from './stripe-twin.ts'

/** Stripe's official client, pointed at the twin: whatever it cannot do here, it could do at Stripe. */
let twin: StripeTwin
let stripe: Stripe
const RETURN = 'https://shop.example/return'
const CARD = { allowed_payment_method_types: ['card' as const], return_url: RETURN, confirm: true }

beforeAll(async () => {
  ;({ twin, stripe } = await startWithClient())
})
afterAll(async () => {
  const { stripe: version, sha256, checked } = twin.contract()
  process.stdout.write(
    `stripe ${version}, schemas ${sha256.slice(0, 12)}: checked ${JSON.stringify(checked)}; the client called ${listCalls().join(', ')}\n`,
  )
  await twin.close()
})

/** The calls that this file makes, each once. */
function listCalls(): string[] {
  const calls = twin
    .requests()
    .map(({ method, path }) => `${method} ${path.replace(/_[a-z0-9]{10,}/g, '_…')}`)
  return [...new Set(calls)].sort()
}

describe('the official client', () => {
  it('pays by card, captures a part and refunds it twice', async () => {
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
    })
    const held = await stripe.paymentIntents.create({
      ...CARD,
      amount: 1000,
      currency: 'eur',
      capture_method: 'manual',
      payment_method: method.id,
      expand: ['latest_charge'],
    })
    expect(held.status).toBe('requires_capture')
    expect((held.latest_charge as Stripe.Charge).payment_method_details?.card?.last4).toBe('4242')
    const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 700 })
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 700, amount_capturable: 0 })
    await stripe.refunds.create({ payment_intent: held.id, amount: 300 })
    await stripe.refunds.create({ payment_intent: held.id, amount: 400 })
    await expect(stripe.refunds.create({ payment_intent: held.id, amount: 1 })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const refunds = await stripe.refunds.list({ payment_intent: held.id })
    expect(refunds.data.map(({ amount }) => amount)).toEqual([400, 300])
    const found = twin.books().find(({ paymentIntent }) => paymentIntent === held.id)
    expect(found).toMatchObject({
      capturedAmount: 700,
      refundedAmount: 700,
      heldAmount: 0,
      successfulCharges: 1,
    })
  })

  it('receives a decline with the bank’s code', async () => {
    const declined = stripe.paymentIntents.create({
      ...CARD,
      amount: 1000,
      currency: 'eur',
      payment_method: 'pm_card_chargeDeclinedInsufficientFunds',
    })
    const error = await declined.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method' },
    })
  })

  it('confirms again after 3-D Secure if the server moves the money', async () => {
    const asked = await stripe.paymentIntents.create({
      ...CARD,
      amount: 2000,
      currency: 'eur',
      confirmation_method: 'manual',
      payment_method: 'pm_card_threeDSecure2Required',
    })
    expect(asked.status).toBe('requires_action')
    const back = await pressAtPage(asked.next_action?.redirect_to_url?.url ?? '', 'approve')
    expect(back).toContain(`${RETURN}?payment_intent=${asked.id}`)
    expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('requires_confirmation')
    const paid = await stripe.paymentIntents.confirm(asked.id, { expand: ['latest_charge'] })
    expect(paid.status).toBe('succeeded')
    expect((paid.latest_charge as Stripe.Charge).payment_method_details?.card?.three_d_secure?.result).toBe(
      'authenticated',
    )
  })

  it('cancels what was not captured, and refuses to cancel it again', async () => {
    const held = await stripe.paymentIntents.create({
      ...CARD,
      amount: 500,
      currency: 'eur',
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
    })
    const canceled = await stripe.paymentIntents.cancel(held.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', amount_capturable: 0, amount_received: 0 })
    await expect(stripe.paymentIntents.cancel(held.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  it('saves a card and charges it without the shopper', async () => {
    const customer = await stripe.customers.create({ email: 'ada@shop.example' })
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
    })
    expect(setup.status).toBe('succeeded')
    const charged = await stripe.paymentIntents.create({
      amount: 900,
      currency: 'eur',
      customer: customer.id,
      payment_method: String(setup.payment_method),
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
    })
    expect(charged.status).toBe('succeeded')
    const saved = await stripe.customers.listPaymentMethods(customer.id)
    expect(saved.data).toHaveLength(1)
    await stripe.paymentMethods.detach(String(setup.payment_method))
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(0)
  })

  it('shows a bank transfer, and the transfer pays', async () => {
    const customer = await stripe.customers.create({})
    const asked = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'eur',
      customer: customer.id,
      allowed_payment_method_types: ['customer_balance'],
      payment_method_data: { type: 'customer_balance' },
      payment_method_options: {
        customer_balance: {
          funding_type: 'bank_transfer',
          bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
        },
      },
      confirm: true,
    })
    const shown = asked.next_action?.display_bank_transfer_instructions
    expect(shown?.financial_addresses?.[0]?.iban?.iban).toMatch(/^IE/)
    await stripe.testHelpers.customers.fundCashBalance(customer.id, { amount: 2000, currency: 'eur' })
    expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('requires_action')
    await stripe.testHelpers.customers.fundCashBalance(customer.id, { amount: 3000, currency: 'eur' })
    expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded')
  })

  it('answers a dispute and wins the money back', async () => {
    const paid = await stripe.paymentIntents.create({
      ...CARD,
      amount: 800,
      currency: 'eur',
      payment_method: 'pm_card_createDispute',
    })
    const { data } = await stripe.disputes.list({ payment_intent: paid.id })
    expect(data[0]).toMatchObject({ amount: 800, status: 'needs_response' })
    await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    const won = await stripe.disputes.update(data[0]?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    })
    expect(won.status).toBe('won')
    const lines = await stripe.balanceTransactions.list({ source: String(paid.latest_charge) })
    expect(lines.data.map(({ amount }) => amount)).toEqual([800, -800, 800])
  })

  it('finds a payment by metadata after a delay', async () => {
    const made = await stripe.paymentIntents.create({
      amount: 900,
      currency: 'eur',
      metadata: { key: 'k1' },
    })
    const query = 'metadata["key"]:"k1"'
    expect((await stripe.paymentIntents.search({ query })).data).toHaveLength(0)
    twin.advance(61_000)
    expect((await stripe.paymentIntents.search({ query })).data[0]?.id).toBe(made.id)
  })

  it('is refused with an unknown key', async () => {
    await expect(clientOf(twin, 'sk_test_other').paymentIntents.list()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    )
  })

  it('verifies the webhooks that it receives, and no others', async () => {
    const secret = 'whsec_current'
    const received: { body: string; signature: string }[] = []
    const receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push({ body, signature: String(request.headers['stripe-signature']) })
        response.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    twin.webhooks.setEndpoint({ url: `http://127.0.0.1:${String(port)}/`, secrets: ['whsec_next', secret] })
    const paid = await stripe.paymentIntents.create({
      ...CARD,
      amount: 1100,
      currency: 'eur',
      payment_method: 'pm_card_visa',
    })
    await twin.webhooks.idle()
    const events = received.map(({ body, signature }) =>
      stripe.webhooks.constructEvent(body, signature, secret, 1000),
    )
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
    expect(events.at(-1)?.data.object).toMatchObject({ id: paid.id, status: 'succeeded' })
    const { body, signature } = received[0] ?? { body: '', signature: '' }
    expect(() => stripe.webhooks.constructEvent(`${body} `, signature, secret)).toThrow(/signature/)
    expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(/signature/)
    twin.webhooks.setEndpoint(null)
    await new Promise<void>((resolve) => receiver.close(() => resolve()))
  })

  it('gets answers and events that its own types allow', () => {
    const { breaches, checked } = twin.contract()
    expect(breaches).toEqual([])
    expect(twin.crashes()).toEqual([])
    expect(checked.requests).toBeGreaterThan(30)
    expect(checked.events).toBeGreaterThan(40)
  })
})
