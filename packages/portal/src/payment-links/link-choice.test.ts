import { expect, it } from 'vitest'

import {
  firstChoice,
  installmentCounts,
  type LinkTerminal,
  linkTerminals,
  withAvailableType,
  smallestDivided,
  typesAt,
} from './link-choice.ts'

const PLAN = { payment_method_types: ['card'], brands: ['VISA'], min_amount: 1_000 }
const TERMINAL: LinkTerminal = {
  terminal_id: 'T00000000001',
  status: 'ACTIVE',
  features: ['TRX_TYPE_PURCHASE', 'TRX_TYPE_VERIFY'],
  installments: [
    { ...PLAN, currency: 'EUR', min_count: 3, max_count: 4 },
    { ...PLAN, currency: 'EUR', min_count: 2, max_count: 3, min_amount: 5_000 },
    { ...PLAN, currency: 'SEK', min_count: 12, max_count: 12 },
  ],
}
const without = (features: readonly string[]): LinkTerminal => ({ ...TERMINAL, features })
const CHOICE = { terminal: TERMINAL, type: 'PURCHASE', currency: 'EUR', pricing: 'FIXED' } as const

it.each([
  [
    ['TRX_TYPE_PURCHASE', 'TRX_TYPE_VERIFY'],
    ['PURCHASE', 'VERIFY'],
  ],
  [['TRX_TYPE_AUTHORIZE'], ['AUTHORIZE']],
  [['TRX_TYPE_PAYMENT'], ['PURCHASE']],
  [['TRX_TYPE_REFUND'], []],
])('offers with %j the types %j', (features, types) => {
  expect(typesAt(without(features))).toEqual(types)
})

it('begins with the first terminal that accepts payment links', () => {
  const paused: LinkTerminal = { ...TERMINAL, status: 'NOT_ACCEPTING' }
  const refunds = without(['TRX_TYPE_REFUND'])
  expect(linkTerminals([paused, refunds, TERMINAL])).toEqual([TERMINAL])
  expect(firstChoice([paused, refunds, TERMINAL])).toEqual(CHOICE)
  expect(firstChoice([paused, refunds])).toBeNull()
})

it('leaves a type that another terminal lacks', () => {
  const choice = { ...CHOICE, type: 'VERIFY' } as const
  expect(withAvailableType(choice)).toEqual(choice)
  expect(withAvailableType({ ...choice, terminal: without(['TRX_TYPE_AUTHORIZE']) }).type).toBe('AUTHORIZE')
})

it('offers the installments of the currency, and none for a verification', () => {
  expect(installmentCounts(CHOICE)).toEqual([2, 3, 4])
  expect(installmentCounts({ ...CHOICE, currency: 'SEK' })).toEqual([12])
  expect(installmentCounts({ ...CHOICE, currency: 'USD' })).toEqual([])
  expect(installmentCounts({ ...CHOICE, type: 'VERIFY' })).toEqual([])
  expect(smallestDivided(CHOICE)).toBe(1_000)
})
