/** Recorded answers to payments by other methods than cards, and what the customer sees. */
import { orderAnswer, type OrderMessage } from '@sluice/provider-protocol'
import { describe, expect, it } from 'vitest'

import type { ProviderCall } from '../../src/kit/index.ts'
import { declineWith, intentWith } from './recorded.ts'
import { NAMED, runRecorded } from './run-recorded.ts'

const order = (changes: Partial<OrderMessage>): Extract<ProviderCall, { name: 'order' }> => ({
  name: 'order',
  message: {
    idempotency_key: 'call1',
    merchant_id: 'm',
    terminal_id: 'T00000000001',
    transaction_id: 't',
    account_id: 'main',
    amount: 129_900,
    currency: 'EUR',
    reference: 'order-7719',
    description: null,
    customer: {
      id: null,
      first_name: 'Anna',
      last_name: 'Nilsson',
      email: 'anna@example.com',
      phone: null,
      date_of_birth: null,
      ip: null,
      language: null,
      address: null,
      city: null,
      postal_code: null,
      state: null,
      country: 'NL',
    },
    browser_info: null,
    options: null,
    prepared: { state: NAMED.state, provider_reference: NAMED.provider_reference },
    type: 'provider-redirect-idl',
    direction: 'DEPOSIT',
    country: 'NL',
    merchant_name: 'Nordlys',
    method_data: {},
    beneficiary: null,
    return_url: 'https://pay.example/orders/handle/return',
    expires_in_seconds: 900,
    callback_url: 'https://pay.example/api/providers/stripe/callback',
    ...changes,
  },
})

const waiting = (type: string, next: unknown, currency = 'eur') =>
  intentWith({
    amount_received: 0,
    confirmation_method: 'automatic',
    currency,
    latest_charge: null,
    next_action: { type, [type]: next },
    payment_method_types: ['other'],
    status: 'requires_action',
  })

const URL = 'https://pm-redirects.stripe.example/authorize/acct_nordlys/pa_1'

describe('the customer’s next step', () => {
  it.each([
    ['provider-redirect-idl', 'EUR', 'ideal', 'redirect_to_url', { url: URL, return_url: null }],
    ['provider-redirect-npy', 'EUR', 'eps', 'redirect_to_url', { url: URL }],
    ['provider-redirect-pwy', 'PLN', 'p24', 'redirect_to_url', { url: URL }],
    ['provider-redirect-grp', 'SGD', 'grabpay', 'redirect_to_url', { url: URL }],
    ['provider-redirect-ali', 'EUR', 'alipay', 'alipay_handle_redirect', { url: URL, native_url: null }],
    ['payment_open_banking', 'GBP', 'pay_by_bank', 'redirect_to_url', { url: URL }],
    [
      'payment_upi',
      'INR',
      'upi',
      'upi_handle_redirect_or_display_qr_code',
      { hosted_instructions_url: URL, qr_code: {} },
    ],
  ])('%s in %s opens a page of %s', async (type, currency, theirs, kind, next) => {
    const { end, sent } = await runRecorded(order({ type, currency }), [
      [200, waiting(kind, next, currency.toLowerCase())],
    ])
    expect(end.kind === 'answer' && orderAnswer.parse(end.answer)).toMatchObject({
      result: 'REDIRECT',
      idempotency_key: 'call1',
      redirect_url: URL,
    })
    expect(sent[0]?.params.get('payment_method_data[type]')).toBe(theirs)
  })

  it.each([
    ['BRL', 'pix', 'pix_display_qr_code', { data: '00020126', expires_at: 1_795_000_900 }],
    ['THB', 'promptpay', 'promptpay_display_qr_code', { data: '00020126' }],
    ['SGD', 'paynow', 'paynow_display_qr_code', { data: '00020126' }],
    [
      'SEK',
      'swish',
      'swish_handle_redirect_or_display_qr_code',
      {
        mobile_auth_url: 'https://app.swish.example/1',
        qr_code: { data: '00020126', expires_at: 1_795_000_900 },
      },
    ],
  ])('a QR code in %s is one of %s', async (currency, theirs, kind, next) => {
    const { end, sent } = await runRecorded(order({ type: 'payment_qr_code', currency }), [
      [200, waiting(kind, next, currency.toLowerCase())],
    ])
    expect(end.kind === 'answer' && orderAnswer.parse(end.answer)).toMatchObject({
      result: 'DISPLAY',
      qr_text: '00020126',
      app_links: theirs === 'swish' ? [{ app: 'Swish' }] : [],
    })
    expect(sent[0]?.params.get('payment_method_data[type]')).toBe(theirs)
  })

  it('a Boleto opens its slip, and needs a tax id', async () => {
    const slip = { hosted_voucher_url: URL, expires_at: 1_795_300_000, number: '0001', pdf: null }
    const blt = { type: 'provider-redirect-blt', currency: 'BRL' }
    const taken = await runRecorded(order({ ...blt, options: { tax_id: '00000000000' } }), [
      [200, waiting('boleto_display_details', slip, 'brl')],
    ])
    expect(taken.end).toMatchObject({ kind: 'answer', answer: { redirect_url: URL } })
    expect(taken.sent[0]?.params.get('payment_method_data[boleto][tax_id]')).toBe('00000000000')
    const refused = await runRecorded(order(blt), [])
    expect([refused.end.kind, refused.sent.length]).toEqual(['refuse', 0])
  })

  it('BLIK is confirmed in the bank’s app, and the code is sent once', async () => {
    const call = order({ type: 'partner-blik', currency: 'PLN', method_data: { blik_code: '777123' } })
    const { end, sent, printed } = await runRecorded(call, [[200, waiting('blik_authorize', {}, 'pln')]])
    expect(end).toMatchObject({ answer: { result: 'OUTCOME', outcome: { processing_code: '1002' } } })
    expect(sent[0]?.params.get('payment_method_options[blik][code]')).toBe('777123')
    expect(printed.join()).not.toContain('777123')
  })

  it('a bank transfer shows the account that Stripe assigned', async () => {
    const iban = {
      account_holder_name: 'Nordlys AB',
      bic: 'SOGEDEFF',
      country: 'DE',
      iban: 'DE89370400440532013000',
    }
    const next = {
      financial_addresses: [{ type: 'iban', iban }],
      reference: 'QWERTY',
      type: 'eu_bank_transfer',
    }
    const { end } = await runRecorded(order({ type: 'payment_bank_transfer' }), [
      [200, waiting('display_bank_transfer_instructions', next)],
    ])
    expect(end.kind === 'answer' && orderAnswer.parse(end.answer)).toMatchObject({
      result: 'BANK_TRANSFER',
      account: {
        kind: 'IBAN',
        account_name: 'Nordlys AB',
        iban: 'DE89370400440532013000',
        reference: 'QWERTY',
      },
    })
  })
})

it.each([
  ['payment_method_provider_decline', '1000'],
  ['payment_intent_payment_attempt_failed', '1001'],
  ['payment_method_customer_decline', '1003'],
])('an order that fails with %s ends with %s', async (code, processing) => {
  const { end } = await runRecorded(order({}), [[402, declineWith({ code })]])
  expect(end).toMatchObject({ answer: { result: 'OUTCOME', outcome: { processing_code: processing } } })
})

it.each([
  ['a method that Stripe has in another currency', { type: 'provider-redirect-idl', currency: 'SEK' }],
  ['a method that Stripe does not have', { type: 'provider-redirect-psc' }],
  ['a payout', { type: 'payout_upi', direction: 'WITHDRAWAL' as const }],
])('%s is refused before anything is sent', async (_, changes) => {
  const { end, sent } = await runRecorded(order(changes), [])
  expect([end.kind, sent.length]).toEqual(['refuse', 0])
})

it('an action that the connector does not know leaves the order unknown', async () => {
  const { end } = await runRecorded(order({}), [[200, waiting('paint_a_picture', {})]])
  expect(end.kind).toBe('unknown')
})
