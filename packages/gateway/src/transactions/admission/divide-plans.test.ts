import { expect, it } from 'vitest'
import { canDivide, dividePlans } from './divide-plans.ts'

const MEXICO = new Map([['MXN', new Set([3, 6, 9, 12])]])
const BRAZIL = new Map([['BRL', new Set([2, 3, 4])]])

const plan = (currency: 'MXN' | 'BRL' | 'EUR', minCount: number, maxCount: number) => ({
  currency,
  methods: ['card'] as const,
  brands: ['VISA'] as const,
  minCount,
  maxCount,
  minAmountMinor: 1,
})

it.each([
  ['any provider', plan('EUR', 2, 12), [true], [[2, 12]]],
  ['no provider', plan('EUR', 2, 12), [false, MEXICO], []],
  [
    'a provider with gaps',
    plan('MXN', 2, 9),
    [MEXICO],
    [
      [3, 3],
      [6, 6],
      [9, 9],
    ],
  ],
  ['a provider with a run', plan('BRL', 3, 12), [BRAZIL], [[3, 4]]],
  ['two providers, of which one takes every count', plan('MXN', 2, 4), [MEXICO, true], [[2, 4]]],
] as const)('limits a plan to the counts of %s', (_, wanted, declared, runs) => {
  const limited = dividePlans([wanted], declared)
  expect(limited.map(({ minCount, maxCount }) => [minCount, maxCount])).toEqual(runs)
})

it.each([
  [true, 'EUR', 5, true],
  [false, 'EUR', 5, false],
  [MEXICO, 'MXN', 6, true],
  [MEXICO, 'MXN', 5, false],
  [MEXICO, 'EUR', 6, false],
] as const)('reads %o for %s in %d installments as %s', (declared, currency, count, expected) => {
  expect(canDivide(declared, currency, count)).toBe(expected)
})
