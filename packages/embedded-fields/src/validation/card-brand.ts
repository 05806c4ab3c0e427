import type { CardBrand } from '@sluice/types/vocabulary'
import { ANY_LENGTH, BRAND_ENTRIES, type BrandEntry } from './card-ranges.ts'

export interface BrandRules {
  /** Null while several brands are equally likely, and for ranges of brands that are not supported. */
  readonly brand: CardBrand | null
  /** The possible lengths of the card number, ascending; empty if no card with this prefix is accepted. */
  readonly lengths: readonly number[]
  /** The possible lengths of the CVV, ascending. */
  readonly cvvLengths: readonly number[]
}

/** The rules for a card of unknown brand. */
const ANY_BRAND: BrandRules = { brand: null, lengths: ANY_LENGTH, cvvLengths: [3, 4] }

interface Candidate {
  readonly entry: BrandEntry
  /** The number of compared leading digits; 0 while the text is shorter than the range. */
  readonly strength: number
}

/** Returns what the digits typed so far reveal about a card. */
export function brandRules(digits: string): BrandRules {
  if (digits === '') return ANY_BRAND
  const candidates = decide(BRAND_ENTRIES.flatMap((entry) => candidate(entry, digits)))
  const [first] = candidates
  if (!first) return { ...ANY_BRAND, lengths: [] }
  // Candidates are sorted by frequency: 4 is Visa, although a few ranges in it belong to Maestro.
  const isKnown = candidates.length === 1 || first.strength > 0
  return {
    brand: isKnown ? first.entry.brand : null,
    lengths: unite(candidates.flatMap(({ entry }) => entry.lengths)),
    cvvLengths: unite(candidates.map(({ entry }) => entry.cvvDigits)),
  }
}

/** Returns the rules of a brand by its name, in any case; those of an unknown card for any other text. */
export function rulesOfBrand(name: string): BrandRules {
  const entry = BRAND_ENTRIES.find(({ brand }) => brand === name.toUpperCase())
  return entry ? { ...entry, cvvLengths: [entry.cvvDigits] } : ANY_BRAND
}

function candidate(entry: BrandEntry, digits: string): Candidate[] {
  const prefix = entry.prefixes.split(' ').find((range) => fits(range, digits))
  if (prefix === undefined) return []
  const [{ length }] = prefix.split('-') as [string]
  return [{ entry, strength: digits.length < length ? 0 : length }]
}

/** Compares as many digits as both have. */
function fits(range: string, digits: string): boolean {
  const [first = '', last = first] = range.split('-')
  const start = digits.slice(0, first.length)
  return start >= first.slice(0, start.length) && start <= last.slice(0, start.length)
}

/**
 * Once every candidate has been compared in full, the longest comparison wins. Before that, all of them are
 * possible.
 */
function decide(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.some(({ strength }) => strength === 0)) return candidates
  return [...candidates].sort((left, right) => right.strength - left.strength).slice(0, 1)
}

function unite(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((left, right) => left - right)
}
