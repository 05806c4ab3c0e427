import { describe, expect, it } from 'vitest'

import type { InstallmentPlan } from '../../merchants/index.ts'
import { evaluateInstallments, type InstallmentPayment } from './evaluate-installments.ts'

const PLAN: InstallmentPlan = {
  currency: 'EUR',
  methods: ['card', 'saved_card'],
  brands: ['VISA'],
  minCount: 3,
  maxCount: 12,
  minAmountMinor: 5_000,
}
const PAYMENT: InstallmentPayment = {
  count: 3,
  currency: 'EUR',
  amountMinor: 5_000,
  type: 'card',
  brand: 'VISA',
}

const codeOf = (plans: readonly InstallmentPlan[], changes: Partial<InstallmentPayment> = {}) => {
  const verdict = evaluateInstallments(plans, { ...PAYMENT, ...changes })
  if (verdict.kind === 'invalid') return verdict.refusal.processingCode
  return verdict.kind === 'refused' ? verdict.errors[0]?.message : verdict.kind
}

describe('installments', () => {
  it.each([
    ['the smallest count', PLAN, {}, 'allowed'],
    ['the largest count', PLAN, { count: 12 }, 'allowed'],
    ['another currency', PLAN, { currency: 'SEK' }, '2012'],
    ['another method', PLAN, { type: 'network-token' }, '2007'],
    ['another brand', PLAN, { brand: 'AMEX' }, '2007'],
    ['no card', PLAN, { type: 'partner-blik', brand: null }, '2007'],
    ['too few', PLAN, { count: 2 }, 'must be between 3 and 12'],
    ['too many', PLAN, { count: 13 }, 'must be between 3 and 12'],
    ['too small an amount', PLAN, { amountMinor: 4_999 }, 'must be between 1 and 1'],
  ] as const)('the installments of %s', (_, plan, changes, verdict) => {
    expect(codeOf([plan], changes)).toBe(verdict)
  })

  it('name the currencies, brands and ways to pay that the terminal offers', () => {
    const plans = [PLAN, { ...PLAN, brands: ['MASTERCARD'] as const }, { ...PLAN, currency: 'SEK' as const }]
    const refusalOf = (changes: Partial<InstallmentPayment>) =>
      evaluateInstallments(plans, { ...PAYMENT, ...changes })
    expect(refusalOf({ currency: 'USD' })).toMatchObject({
      refusal: { message: 'the terminal offers installments only in EUR, SEK' },
    })
    expect(refusalOf({ brand: 'AMEX' })).toMatchObject({
      refusal: {
        message:
          'the terminal offers installments in EUR only for VISA, MASTERCARD, paid by card, saved_card',
      },
    })
  })

  it('are not offered on a terminal without plans', () => {
    expect(codeOf([])).toBe('2016')
  })

  it('list every allowed count if there are gaps', () => {
    const plans = [12, 3, 6, 9, 18].map((count) => ({ ...PLAN, minCount: count, maxCount: count }))
    for (const count of [2, 4, 17, 19])
      expect(codeOf(plans, { count })).toBe('must be one of 3, 6, 9, 12, 18')
    expect(evaluateInstallments(plans, { ...PAYMENT, count: 4 })).toMatchObject({
      errors: [{ params: ['options.installments.count', '3,6,9,12,18', '4'] }],
    })
    for (const count of [3, 18]) expect(codeOf(plans, { count })).toBe('allowed')
    // Two plans without a gap between them are one range.
    const joined = [PLAN, { ...PLAN, minCount: 10, maxCount: 24 }]
    expect(codeOf(joined, { count: 25 })).toBe('must be between 3 and 24')
  })

  it('name no count above what a session offers', () => {
    const browser = { sender: 'browser', maxCount: 6 } as const
    const messageFor = (plans: readonly InstallmentPlan[], count: number, maxCount = 6) => {
      const verdict = evaluateInstallments(plans, { ...PAYMENT, count }, { ...browser, maxCount })
      return verdict.kind === 'refused' ? verdict.errors[0]?.message : verdict.kind
    }
    expect(messageFor([PLAN], 2)).toBe('must be between 3 and 6')
    const gaps = [3, 6, 9].map((count) => ({ ...PLAN, minCount: count, maxCount: count }))
    expect(messageFor(gaps, 4)).toBe('must be one of 3, 6')
    expect(messageFor(gaps, 9)).toBe('must be one of 3, 6')
    expect(messageFor([PLAN], 2, 2)).toBe('must be between 1 and 1')
  })

  it('are offered according to the plans for the amount', () => {
    const more = { ...PLAN, maxCount: 24, minAmountMinor: 50_000 }
    expect(codeOf([PLAN, more], { count: 24 })).toBe('must be between 3 and 12')
    expect(codeOf([PLAN, more], { count: 24, amountMinor: 50_000 })).toBe('allowed')
  })
})
