import type { CardBrand } from '@sluice/types/vocabulary'
import { ANY_LENGTH, BRAND_ENTRIES, type BrandEntry } from './card-ranges.ts'

export interface BrandRules {
  /** Null while several brands are as likely, and for ranges of brands that are not served. */
  readonly brand: CardBrand | null
  /** Numbers of digits a card number may have; ascending, and none where no card is taken that begins so. */
  readonly lengths: readonly number[]
  /** Numbers of digits its CVV may have; ascending. */
  readonly cvvLengths: readonly number[]
}

/** Of a card whose brand is not known. */
const ANY_BRAND: BrandRules = { brand: null, lengths: ANY_LENGTH, cvvLengths: [3, 4] }

interface Candidate {
  readonly entry: BrandEntry
  /** How many leading digits were compared; 0 while there are fewer than the range has. */
  readonly strength: number
}

/** What is known about a card from the digits typed so far. */
export function brandRules(digits: string): BrandRules {
  if (digits === '') return ANY_BRAND
  const candidates = decide(BRAND_ENTRIES.flatMap((entry) => candidate(entry, digits)))
  const [first] = candidates
  if (!first) return { ...ANY_BRAND, lengths: [] }
  // Candidates are listed by how common they are: 4 is Visa, though a few ranges in it are Maestro's.
  const isKnown = candidates.length === 1 || first.strength > 0
  return {
    brand: isKnown ? first.entry.brand : null,
    lengths: unite(candidates.flatMap(({ entry }) => entry.lengths)),
    cvvLengths: unite(candidates.map(({ entry }) => entry.cvvDigits)),
  }
}

/** The rules of a brand by its name, in any case; those of an unknown card for any other text. */
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

/** Once every candidate has been compared in full, the longest comparison wins; before that all of them may be right. */
function decide(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.some(({ strength }) => strength === 0)) return candidates
  return [...candidates].sort((left, right) => right.strength - left.strength).slice(0, 1)
}

function unite(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((left, right) => left - right)
}
