import creditCardType from 'credit-card-type'
import { BRAND_OF_RANGE, type CardBrand } from '@sluice/types/vocabulary'

// Domestic ranges (Elo, Troy, …) lie inside those of an international brand, over which the gateway charges them.
for (const type of Object.values(creditCardType.types)) {
  if (!(type in BRAND_OF_RANGE)) creditCardType.removeCard(type)
}

const ANY_LENGTH = [12, 13, 14, 15, 16, 17, 18, 19]

export interface BrandRules {
  /** Null while several brands are as likely, and for ranges of no brand of ours. */
  readonly brand: CardBrand | null
  /** Numbers of digits a card number may have. */
  readonly lengths: readonly number[]
  /** Numbers of digits its CVV may have. */
  readonly cvvLengths: readonly number[]
}

/** What is known about a card from the digits typed so far. */
export function brandRules(digits: string): BrandRules {
  const candidates = digits === '' ? [] : creditCardType(digits)
  const [first] = candidates
  if (!first) return { brand: null, lengths: ANY_LENGTH, cvvLengths: [3, 4] }
  // Candidates are listed by how common they are: 4 is Visa, though a few ranges in it are Maestro's.
  const isKnown = candidates.length === 1 || first.matchStrength !== undefined
  return {
    brand: isKnown ? (BRAND_OF_RANGE[first.type] ?? null) : null,
    lengths: unite(candidates.map(({ lengths }) => lengths)),
    cvvLengths: unite(candidates.map(({ code }) => [code.size])),
  }
}

function unite(lists: readonly (readonly number[])[]): number[] {
  return [...new Set(lists.flat())].sort((left, right) => left - right)
}
