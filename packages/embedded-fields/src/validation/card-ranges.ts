import type { CardBrand } from '@sluice/types/vocabulary'

/** The properties of one brand's cards. */
export interface BrandEntry {
  /** Null for known domestic brands that are not supported. */
  readonly brand: CardBrand | null
  /** Leading digits, `51-55` for a range of them. The first match counts. */
  readonly prefixes: string
  /** The possible lengths of the card number, ascending; empty if the brand is not accepted. */
  readonly lengths: readonly number[]
  readonly cvvDigits: number
}

/** The possible lengths of a card number; Maestro's may have any of them. */
export const ANY_LENGTH: readonly number[] = [12, 13, 14, 15, 16, 17, 18, 19]

/**
 * The issuer ranges of the brands we know, the commonest first; those not served before Maestro, which has no sign while one
 * of them may follow: Elo, Hipercard, RuPay and Verve. Ranges of Elo and RuPay within Visa's and Discover's, and Hiper's few,
 * are left to the gateway, which refuses them when the shopper pays, to keep the form small.
 *
 * Taken from the library `credit-card-type`, which is 3 kB in a browser. A test holds this table against it.
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
    brand: null,
    prefixes:
      '504175 506099-506127 506129 506133-506150 506158-506163 506166 506168 506170 506173 506176-506180 506184 506187-506188 506191 506195 506197 506699-506778 507865-507866 507868-507877 507880-507888 507900 507941 508500-508999 509 606282 606985-608500 627780 636297 636368',
    lengths: [],
    cvvDigits: 3,
  },
  {
    brand: 'MAESTRO',
    prefixes: '493698 50 56-59 6',
    lengths: ANY_LENGTH,
    cvvDigits: 3,
  },
]
