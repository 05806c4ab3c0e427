import type { CardBrand } from '@sluice/types/vocabulary'

/** What one brand's cards look like. */
export interface BrandEntry {
  readonly brand: CardBrand
  /** Leading digits, `51-55` for a range of them; the first that fits counts. */
  readonly prefixes: string
  /** Numbers of digits its card numbers may have; ascending. */
  readonly lengths: readonly number[]
  readonly cvvDigits: number
}

/**
 * The issuer ranges of the brands we know, the commonest first.
 *
 * Taken from the library `credit-card-type`, which is 3 kB in a browser because it also knows domestic brands: those lie
 * inside the ranges of an international one, over which the gateway charges them. A test holds this table against it.
 */
export const BRAND_ENTRIES: readonly BrandEntry[] = [
  { brand: 'VISA', prefixes: '4', lengths: [16, 18, 19], cvvDigits: 3 },
  {
    brand: 'MASTERCARD',
    prefixes: '51-55 2221-2229 223-229 23-26 270-271 2720',
    lengths: [16],
    cvvDigits: 3,
  },
  { brand: 'AMEX', prefixes: '34 37', lengths: [15], cvvDigits: 4 },
  { brand: 'DINERS', prefixes: '300-305 36 38 39', lengths: [14, 16, 19], cvvDigits: 3 },
  { brand: 'DISCOVER', prefixes: '6011 644-649 65', lengths: [16, 19], cvvDigits: 3 },
  { brand: 'JCB', prefixes: '2131 1800 3528-3589', lengths: [16, 17, 18, 19], cvvDigits: 3 },
  {
    brand: 'UNIONPAY',
    prefixes:
      '620 62100-62182 62184-62197 62200-62205 622010-622999 62207-62209 623-626 6270 6272 6276 627700-627779 627781-627799 6282-6289 6291-6292 810 8110-8171',
    lengths: [14, 15, 16, 17, 18, 19],
    cvvDigits: 3,
  },
  {
    brand: 'MAESTRO',
    prefixes: '493698 500000-504174 504176-506698 506779-508999 56-59 63 67 6',
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    cvvDigits: 3,
  },
]
