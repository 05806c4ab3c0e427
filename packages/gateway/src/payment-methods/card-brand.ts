import { BRAND_OF_RANGE, type CardBrand } from '@sluice/types/vocabulary'
import creditCardType from 'credit-card-type'

interface CardRange {
  readonly brand: CardBrand
  /** How many leading digits the range judges. */
  readonly digits: number
  readonly low: number
  readonly high: number
}

/**
 * The ranges of our brands, the longest first. Domestic ones (Elo, Troy, …) lie inside those of an international brand,
 * and that one is charged. Read once: the library copies its entry at each question.
 */
const RANGES: readonly CardRange[] = Object.entries(BRAND_OF_RANGE)
  .flatMap(([name, brand]) =>
    creditCardType.getTypeInfo(name).patterns.map((pattern) => toRange(brand, pattern)),
  )
  .sort((a, b) => b.digits - a.digits)

/** Finds the brand of a card number by its range; null when no supported brand owns it. The longest range decides. */
export function findCardBrand(pan: string): CardBrand | null {
  const owner = RANGES.find(({ digits, low, high }) => {
    const prefix = Number(pan.slice(0, digits))
    return prefix >= low && prefix <= high
  })
  return owner?.brand ?? null
}

function toRange(brand: CardBrand, pattern: number | readonly number[]): CardRange {
  const [low = 0, high = low] = typeof pattern === 'number' ? [pattern] : pattern
  return { brand, digits: String(low).length, low, high }
}
