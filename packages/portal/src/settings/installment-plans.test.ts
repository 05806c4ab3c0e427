import { CARD_METHOD_TYPES } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { plansOf, describePlan, withoutPlan, withPlan } from './installment-plans.ts'
import type { InstallmentPlan, Settings } from './settings.ts'

const PLAN: InstallmentPlan = {
  currency: 'EUR',
  payment_method_types: CARD_METHOD_TYPES,
  brands: ['VISA', 'MASTERCARD'],
  min_count: 2,
  max_count: 12,
  min_amount: 1_000,
}
const OTHER = { ...PLAN, currency: 'SEK' }
const CHANGED = { ...PLAN, max_count: 6 }

it('finds the plans of a terminal', () => {
  const settings = {
    settings: { terminals: [{ terminal_id: 'one', installments: [PLAN] }, { terminal_id: 'two' }] },
  } as unknown as Settings
  expect(['one', 'two', 'three'].map((id) => plansOf(settings, id))).toEqual([[PLAN], [], []])
})

it('replaces an old plan in its position, and appends one that is new or gone', () => {
  expect(withPlan([OTHER, PLAN], PLAN, CHANGED)).toEqual({ plans: [OTHER, CHANGED], index: 1 })
  expect(withPlan([OTHER], PLAN, CHANGED)).toEqual({ plans: [OTHER, CHANGED], index: 1 })
  expect(withPlan([], null, PLAN)).toEqual({ plans: [PLAN], index: 0 })
})

it('removes one plan, and none that is gone', () => {
  expect(withoutPlan([OTHER, PLAN], PLAN)).toEqual([OTHER])
  expect(withoutPlan([OTHER], PLAN)).toEqual([OTHER])
})

it('describes a plan, with its limits', () => {
  const brands = ['VISA', 'MASTERCARD', 'AMEX']
  expect(describePlan(PLAN, { brands })).toBe('EUR: 2 to 12 from EUR\u00A010.00 (Visa, Mastercard)')
  expect(describePlan({ ...PLAN, min_amount: 1 }, { brands: PLAN.brands })).toBe('EUR: 2 to 12')
  expect(describePlan({ ...PLAN, brands, payment_method_types: ['card'] }, { brands })).toBe(
    'EUR: 2 to 12 from EUR\u00A010.00 (Card)',
  )
})
