import type { AlternativeSimulatedFlow } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { toMetadata } from '../../test/to-metadata.ts'
import { Secret } from '@sluice/shared/secret'
import type { OrderRequest } from '../provider.ts'
import { decideOrder } from './decide-order.ts'
import { BLIK_CODES, PAYOUT_ACCOUNTS } from './test-values.ts'

function describeOrder(type: string, input: Partial<OrderRequest> = {}): OrderRequest {
  return {
    idempotencyKey: 'attempt',
    merchantId: 'merchant',
    transactionId: 'transaction',
    accountId: 'account',
    type,
    direction: type === 'payout_upi' ? 'WITHDRAWAL' : 'DEPOSIT',
    amountMinor: 100,
    currency: 'EUR',
    reference: 'order-1001',
    merchantName: null,
    blikCode: null,
    vpa: null,
    beneficiary: null,
    returnUrl: null,
    language: null,
    expiresAtMs: null,
    callbackUrl: 'http://localhost/callback',
    metadata: null,
    ...input,
  }
}

const withFlow = (flow: AlternativeSimulatedFlow) => ({ metadata: toMetadata({ flow }) })
const withCode = (code: string) => ({ blikCode: new Secret(code) })
const withAccount = (accountNumber: string) => ({ beneficiary: { accountNumber: new Secret(accountNumber) } })

describe('simulated orders: the default answer of each method', () => {
  it.each([
    ['payment_open_banking', 'redirect'],
    ['payment_upi', 'display'],
    ['payment_wallets', 'redirect'],
    ['payment_qr_code', 'display'],
    ['payment_bank_transfer', 'instructions'],
    ['partner-blik', 'redirect'],
    ['provider-redirect-idl', 'redirect'],
    ['provider-redirect-wlt', 'form'],
  ])('%s: %s, and the page decides', (type, answer) => {
    const decision = decideOrder(describeOrder(type))
    expect(decision).toMatchObject({ answer, processingCode: '1002', plannedCode: null, settleAfterMs: null })
    expect(decideOrder(describeOrder(type, withFlow('REDIRECT')))).toEqual(decision)
  })
})

describe('simulated orders: simulated_flow', () => {
  it.each([
    ['APPROVED', '0000', null],
    ['DECLINED', '1000', null],
    ['PENDING', '1002', null],
    ['PENDING_APPROVED', '1002', '0000'],
    ['PENDING_DECLINED', '1002', '1000'],
  ] as const)('%s is answered at once, for every method', (flow, processingCode, plannedCode) => {
    for (const type of ['payment_wallets', 'payment_bank_transfer', 'partner-blik', 'payout_upi']) {
      expect(decideOrder(describeOrder(type, withFlow(flow)))).toMatchObject({
        answer: 'outcome',
        processingCode,
        plannedCode,
        settleAfterMs: plannedCode === null ? null : 3_000,
      })
    }
  })

  it.each([
    ['CANCELED', '1003'],
    ['EXPIRED', '1005'],
  ] as const)('%s ends on its page, a payout on its own', (flow, plannedCode) => {
    const ending = { plannedCode, processingCode: '1002', settleAfterMs: 3_000, endsItself: true }
    expect(decideOrder(describeOrder('payment_wallets', withFlow(flow)))).toMatchObject({
      ...ending,
      answer: 'redirect',
    })
    expect(decideOrder(describeOrder('payout_upi', withFlow(flow)))).toMatchObject({
      ...ending,
      answer: 'outcome',
    })
  })

  it('takes precedence over codes, addresses and account numbers', () => {
    const declined = withFlow('DECLINED')
    for (const [type, input] of [
      ['partner-blik', withCode('777000')],
      ['payment_upi', { vpa: 'success@upi' }],
      ['payout_upi', withAccount('123456789004')],
    ] as const) {
      expect(decideOrder(describeOrder(type, { ...input, ...declined })).processingCode).toBe('1000')
    }
  })
})

describe('simulated orders: BLIK codes', () => {
  it.each(BLIK_CODES)('$code leads to $processingCode by the app', ({ code, processingCode }) => {
    const decision = decideOrder(describeOrder('partner-blik', withCode(code.replaceAll('x', '4'))))
    expect(decision).toMatchObject({
      answer: 'redirect',
      processingCode: '1002',
      plannedCode: processingCode,
      isAsked: true,
    })
  })

  it.each(['000000', '123456', '776999', '778000', '999001'])('%s is declined at once', (code) => {
    expect(decideOrder(describeOrder('partner-blik', withCode(code)))).toMatchObject({
      answer: 'outcome',
      processingCode: '2002',
      plannedCode: null,
    })
  })
})

describe('simulated orders: UPI addresses', () => {
  it.each([
    ['success@upi', '0000'],
    ['SUCCESS@razorpay', '0000'],
    ['failure@upi', '1000'],
    ['pending@razorpay', null],
    ['success@okbank', null],
  ])('%s is asked, and settles with %s', (vpa, plannedCode) => {
    expect(decideOrder(describeOrder('payment_upi', { vpa }))).toMatchObject({
      answer: 'redirect',
      isAsked: true,
      plannedCode,
      settleAfterMs: plannedCode === null ? null : 5_000,
    })
  })
})

describe('simulated orders: payout accounts', () => {
  it.each([
    ...PAYOUT_ACCOUNTS,
    { accountNumber: 'DE89370400440532013000', at: '1002', later: '0000' } as const,
  ])('$accountNumber is $at, later $later', ({ accountNumber, at, later }) => {
    expect(decideOrder(describeOrder('payout_upi', withAccount(accountNumber)))).toMatchObject({
      answer: 'outcome',
      processingCode: at,
      plannedCode: later,
      settleAfterMs: later === null ? null : 3_000,
    })
  })
})
