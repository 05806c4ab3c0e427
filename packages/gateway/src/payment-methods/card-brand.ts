import { BRAND_OF_RANGE, type CardBrand, RUPAY_RANGES, UNSERVED_BRANDS } from '@sluice/types/vocabulary'
import creditCardType from 'credit-card-type'

interface CardRange {
  /** The brand's name in the published table. */
  readonly name: string
  /** The number of leading digits in the range. */
  readonly digits: number
  readonly low: number
  readonly high: number
}

type Pattern = number | readonly number[]

/**
 * The ranges of the known brands, longest first. Ranges of unsupported brands come before others of their length,
 * because they lie inside those of an international brand whose acquirers do not accept them. They are read once,
 * because the library copies its entry at each call.
 */
const RANGES: readonly CardRange[] = Object.keys({ ...UNSERVED_BRANDS, ...BRAND_OF_RANGE })
  .flatMap((name) => patternsOf(name).map((pattern) => toRange(name, pattern)))
  .sort((a, b) => b.digits - a.digits)

/** Finds the brand of a card number by its longest matching range; null if no supported brand has it. */
export function findCardBrand(pan: string): CardBrand | null {
  return BRAND_OF_RANGE[nameOf(pan)] ?? null
}

/** Returns the display name of a known but unsupported brand; null for every other card number. */
export function findUnservedBrand(pan: string): string | null {
  return UNSERVED_BRANDS[nameOf(pan)] ?? null
}

function nameOf(pan: string): string {
  const owner = RANGES.find(({ digits, low, high }) => {
    const prefix = Number(pan.slice(0, digits))
    return prefix >= low && prefix <= high
  })
  return owner?.name ?? ''
}

function patternsOf(name: string): readonly Pattern[] {
  return name === 'rupay' ? RUPAY_RANGES : creditCardType.getTypeInfo(name).patterns
}

function toRange(name: string, pattern: Pattern): CardRange {
  const [low = 0, high = low] = typeof pattern === 'number' ? [pattern] : pattern
  return { name, digits: String(low).length, low, high }
}
