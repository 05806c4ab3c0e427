import type * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { validBrowserInfo, validCard, validPayment, validPayout, withMember } from '../../test/requests.ts'
import { validateRequest } from '../error-items.ts'
import { RawNumber } from '../raw-number.ts'
import { clientPaymentRequest } from './client.ts'
import { customerQuery, customerRequest } from './customer.ts'
import { hostedPaymentPageRequest } from './hosted-payment-page.ts'
import { manageRequest } from './manage.ts'
import { paymentRequest } from './payment.ts'
import { payoutRequest } from './payout.ts'
import { providerCallback } from './provider-callback.ts'
import { transactionQuery } from './transaction-list.ts'

function problemsOf(schema: z.ZodType, request: unknown): string[] {
  const outcome = validateRequest(schema, request)
  return outcome.ok ? [] : outcome.errors.map(({ property, message }) => `${property} ${message}`)
}

describe('listTransactions', () => {
  it('reports an invalid currency with the same message in every request', () => {
    expect(problemsOf(transactionQuery, { currency: 'eur' })).toEqual([
      'currency is not a supported currency',
    ])
  })
})

describe('createPayment', () => {
  it('requires every member the table requires', () => {
    expect(problemsOf(paymentRequest, validPayment)).toEqual([])
    expect(problemsOf(paymentRequest, {})).toEqual(
      Object.keys(validPayment).map((member) => `${member} is required`),
    )
  })

  it('keeps UPI to India', () => {
    expect(problemsOf(paymentRequest, { ...validPayment, method: 'UPI' })).toEqual([
      'currency must be INR',
      'country must be IN',
    ])
    const upi = { ...validPayment, method: 'UPI', currency: 'INR', country: 'IN' }
    expect(problemsOf(paymentRequest, { ...upi, options: { vpa: 'success@upi' } })).toEqual([])
    expect(problemsOf(paymentRequest, { ...upi, options: { vpa: 'jane' } })).toEqual([
      'options.vpa has an invalid format',
    ])
  })

  it('allows longer references than cards', () => {
    expect(problemsOf(paymentRequest, { ...validPayment, reference: 'x'.repeat(80) })).toEqual([])
    expect(problemsOf(paymentRequest, { ...validPayment, reference: 'x'.repeat(81) })).toEqual([
      'reference length must be at most 80',
    ])
  })
})

describe('createPayout', () => {
  const account = (currency: string, members: object) => ({
    ...validPayout,
    currency,
    beneficiary: { type: 'bank_account', data: { account_name: 'Ada', ...members } },
  })

  it.each([
    ['INR', { account_number: '123456789001', ifsc: 'HDFC0001234', mobile: '9876543210' }, []],
    ['INR', { account_number: '123456789001', ifsc: 'HDFC0001234', mobile: '+919876543210' }, []],
    ['INR', { account_number: '123456789001' }, ['beneficiary.data.ifsc is required']],
    [
      'INR',
      { account_number: '12345678', ifsc: 'HDFC0001234' },
      ['beneficiary.data.account_number has an invalid format'],
    ],
    [
      'INR',
      { account_number: '123456789001', ifsc: 'HDFC1001234' },
      ['beneficiary.data.ifsc has an invalid format'],
    ],
    ['EUR', { account_number: 'DE89370400440532013000', ifsc: 'ignored' }, []],
    [
      'EUR',
      { account_number: 'DE88370400440532013000' },
      ['beneficiary.data.account_number has an invalid format'],
    ],
    ['GBP', { account_number: '12345678', bank_code: '20-00-00' }, []],
    ['USD', { account_number: '123456789', bank_code: '021000021' }, []],
    // The code of a bank in another country.
    ['USD', { account_number: '40702810500000000001', bank_code: '044525225' }, []],
    ['USD', { account_number: '123456789' }, []],
    ['MXN', { account_number: '032180000118359719' }, []],
    [
      'MXN',
      { account_number: '032180000118359710' },
      ['beneficiary.data.account_number has an invalid format'],
    ],
    ['JPY', { account_number: '1234567', bank_code: '0001', bank_branch: '001' }, []],
    ['EUR', { account_number: '12345' }, []],
    ['EUR', { account_number: '1234' }, ['beneficiary.data.account_number has an invalid format']],
    [
      'EUR',
      { account_number: '12345', mobile: '9876543210' },
      ['beneficiary.data.mobile has an invalid format'],
    ],
  ])('%s %j', (currency, members, problems) => {
    expect(problemsOf(payoutRequest, account(currency, members))).toEqual(problems)
  })

  it('defaults to the address of the connection', () => {
    expect(problemsOf(payoutRequest, { ...validPayout, customer_ip: '' })).toEqual([])
    expect(problemsOf(payoutRequest, { ...validPayout, customer_ip: null })).toEqual([])
    expect(problemsOf(payoutRequest, { ...validPayout, customer_ip: 'here' })).toEqual([
      'customer_ip has an invalid format',
    ])
  })
})

describe('manage', () => {
  const refund = {
    terminal_id: 'T00000000001',
    currency: 'EUR',
    amount: 100,
    reference: 'order-1001',
    transaction_type: 'REFUND',
  }

  it('accepts five operations', () => {
    expect(problemsOf(manageRequest, { ...refund, options: { final_capture: false } })).toEqual([])
    expect(problemsOf(manageRequest, { ...refund, transaction_type: 'PURCHASE' })).toEqual([
      'transaction_type must be one of CAPTURE, REFUND, VOID, INCREMENT, EXTEND',
    ])
  })

  it('refuses options that no operation has', () => {
    const options = { finalCapture: false, final_capture: true }
    expect(problemsOf(manageRequest, { ...refund, transaction_type: 'CAPTURE', options })).toEqual([
      'options.finalCapture is not a documented field',
    ])
  })
})

describe('createCustomer', () => {
  it('requires only an e-mail address', () => {
    expect(problemsOf(customerRequest, { email: 'ada@example.com' })).toEqual([])
    expect(
      problemsOf(customerRequest, { first_name: 'Ada', address: { country: 'Sweden', street: 'x' } }),
    ).toEqual([
      'email is required',
      'address.country has an invalid format',
      'address.street is not a documented field',
    ])
  })

  it('reads a page size from the query', () => {
    expect(validateRequest(customerQuery, { limit: '50' })).toEqual({ ok: true, value: { limit: 50 } })
    expect(problemsOf(customerQuery, { limit: '101' })).toEqual(['limit must be between 1 and 100'])
    expect(problemsOf(customerQuery, { limit: 'all' })).toEqual(['limit has an invalid format'])
  })
})

describe('createHostedPaymentPage', () => {
  it('accepts a customer in flat members', () => {
    const request = {
      reference: 'order-1001',
      terminal_id: 'T00000000001',
      currency: 'EUR',
      amount: 100,
      transaction_type: 'PURCHASE',
      return_url: 'https://shop.example/return',
      customer_email: 'ada@example.com',
      tokenization: { show_save_card_for_future_payments: true },
    }
    expect(problemsOf(hostedPaymentPageRequest, request)).toEqual([])
    expect(problemsOf(hostedPaymentPageRequest, withMember(request, 'customer_phone_number', '12'))).toEqual([
      'customer_phone_number is not a possible phone number',
    ])
  })
})

describe('createClientPayment', () => {
  it('requires the card and the browser, and nothing that the session contains', () => {
    const request = { payment_method: validCard, browser_info: validBrowserInfo }
    expect(problemsOf(clientPaymentRequest, request)).toEqual([])
    expect(problemsOf(clientPaymentRequest, { ...request, amount: 1 })).toEqual([
      'amount is not a documented field',
    ])
  })

  it('requires the CVV of a saved card', () => {
    const method = { type: 'saved_card', data: { payment_method_id: 'x' } }
    expect(
      problemsOf(clientPaymentRequest, { payment_method: method, browser_info: validBrowserInfo }),
    ).toEqual(['payment_method.data.encrypted_cvv is required'])
  })

  it('accepts alternative methods without data', () => {
    const method = { type: 'payment_upi', data: {} }
    expect(
      problemsOf(clientPaymentRequest, { payment_method: method, browser_info: validBrowserInfo }),
    ).toEqual([])
  })
})

describe('receiveProviderCallback', () => {
  const callback = {
    accountReference: 'sim-a-eur',
    psTransactionId: 'ps-1',
    transactionId: 'tx-1',
    userId: 'user-1',
    currency: 'EUR',
    status: 'completed',
    type: 'DEPOSIT',
  }

  it.each([
    [new RawNumber('10.50'), '10.50'],
    [10, '10'],
    [new RawNumber('1.25E7'), '12500000'],
    [new RawNumber('1.25000005e7'), '12500000.5'],
    [new RawNumber('1050e-2'), '10.50'],
    [new RawNumber('1e-3'), '0.001'],
    [new RawNumber('0e+0'), '0'],
  ])('reads the amount %j as %j', (amount, text) => {
    expect(validateRequest(providerCallback, { ...callback, amount })).toMatchObject({
      ok: true,
      value: { amount: text },
    })
  })

  it.each([[new RawNumber('1e100')], [new RawNumber('-1.0')], ['10.50'], [{}]])(
    'refuses the amount %j',
    (amount) => {
      expect(problemsOf(providerCallback, { ...callback, amount })).toEqual(['amount has an invalid format'])
    },
  )

  it('ignores additional members of a provider', () => {
    const report = { ...callback, amount: 10, eventTime: '2026-01-31T10:15:00Z' }
    expect(validateRequest(providerCallback, report)).toEqual({
      ok: true,
      value: { ...callback, amount: '10' },
    })
  })

  it('requires an amount', () => {
    expect(problemsOf(providerCallback, callback)).toEqual(['amount is required'])
  })
})
