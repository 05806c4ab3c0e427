import { BRAND_OF_RANGE, CARD_BRANDS, type CardBrand, RUPAY_RANGES } from '@sluice/types/vocabulary'
import creditCardType from 'credit-card-type'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'

import { brandRules, rulesOfBrand } from './card-brand.ts'
import { BRAND_ENTRIES } from './card-ranges.ts'

const isLeftToTheGateway = (pattern: unknown) => /^(?:4|65|8)/.test(String(pattern))
const { patterns, ...elo } = creditCardType.getTypeInfo('elo')
creditCardType.updateCard('elo', { patterns: patterns.filter((pattern) => !isLeftToTheGateway(pattern)) })
creditCardType.addCard({
  ...elo,
  niceType: 'RuPay',
  type: 'rupay',
  patterns: RUPAY_RANGES.flatMap(([low, high]) => (isLeftToTheGateway(low) ? [] : [[low, high]])),
})
const KNOWN = [...Object.keys(BRAND_OF_RANGE), 'elo', 'hipercard', 'rupay', 'verve']
for (const type of Object.values(creditCardType.types)) {
  if (!KNOWN.includes(type)) creditCardType.removeCard(type)
}
// Maestro is recognized only if no other brand may follow.
creditCardType.changeOrder('maestro', KNOWN.length)
// Other tests of this worker ask the same library.
afterAll(() => creditCardType.resetModifications())

/** The same question, answered by the library. */
function libraryRules(digits: string) {
  const candidates = creditCardType(digits)
  const [first] = candidates
  if (digits === '') return brandRules('')
  if (!first) return { ...brandRules(''), lengths: [] }
  const isKnown = candidates.length === 1 || first.matchStrength !== undefined
  const isOurs = first.type in BRAND_OF_RANGE
  return {
    brand: (isKnown && BRAND_OF_RANGE[first.type]) || null,
    lengths: isKnown && !isOurs ? [] : unite(candidates.flatMap(({ lengths }) => lengths)),
    cvvLengths: unite(candidates.map(({ code }) => code.size)),
  }
}

function unite(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((left, right) => left - right)
}

/** Digits around the borders of the ranges, where a mistake in the table would be. */
const nearABorder = fc
  .tuple(
    fc.constantFrom(...BRAND_ENTRIES.flatMap(({ prefixes }) => prefixes.split(/[ -]/))),
    fc.integer({ min: -2, max: 2 }),
    fc.stringMatching(/^\d{0,13}$/),
  )
  .map(([border, distance, rest]) => `${Number(border) + distance}${rest}`)

describe('brandRules', () => {
  it('agrees with credit-card-type for every beginning of up to four digits', () => {
    for (let number = 0; number < 11_110; number += 1) {
      // 0–9, 00–99, 000–999, 0000–9999
      const length = number < 10 ? 1 : number < 110 ? 2 : number < 1_110 ? 3 : 4
      const digits = String(number - [0, 0, 10, 110, 1_110][length]!).padStart(length, '0')
      expect(brandRules(digits), digits).toEqual(libraryRules(digits))
    }
  })

  it('agrees with credit-card-type around the borders of its ranges', () => {
    fc.assert(
      fc.property(nearABorder, (digits) => {
        expect(brandRules(digits)).toEqual(libraryRules(digits))
      }),
      { numRuns: 5_000 },
    )
  })

  it('supports each brand of the contract', () => {
    expect(BRAND_ENTRIES.flatMap(({ brand }) => brand ?? []).sort()).toEqual([...CARD_BRANDS].sort())
  })
})

describe('rulesOfBrand', () => {
  it.each([
    ['VISA', [16, 18, 19]],
    ['MASTERCARD', [16]],
    ['AMEX', [15]],
    ['DINERS', [14, 16, 19]],
    ['DISCOVER', [16, 19]],
    ['JCB', [16, 17, 18, 19]],
    ['UNIONPAY', [14, 15, 16, 17, 18, 19]],
    ['MAESTRO', [12, 13, 14, 15, 16, 17, 18, 19]],
    ['club card', [12, 13, 14, 15, 16, 17, 18, 19]],
  ])('has the number lengths of %s: %j', (name, lengths) => {
    expect(rulesOfBrand(name).lengths).toEqual(lengths)
  })

  it.each([
    ['amex', 'AMEX', [4]],
    ['Visa', 'VISA', [3]],
    ['MASTERCARD', 'MASTERCARD', [3]],
    ['club card', null, [3, 4]],
  ] as const)('reads %j as %j with codes of %j digits', (name, brand: CardBrand | null, cvvLengths) => {
    expect(rulesOfBrand(name)).toMatchObject({ brand, cvvLengths })
  })
})
