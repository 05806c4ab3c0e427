import { type Currency, currencyExponent, isCurrency } from './currencies.ts'

/**
 * Reads a decimal amount (`"10.50"`) as an integer in minor units (`1050`), by moving digits, never by floating point and
 * never by rounding.
 *
 * A number is refused, whole or not: `10.1 * 3` is 30.299999999999997, and it cannot be seen afterwards what it was
 * meant to be. Keep decimal amounts as text.
 *
 * @param decimalText - ASCII digits with at most one point between digits; no sign, no exponent, no separators.
 * @param currency - decides by ISO 4217 how many decimals there are; further ones are accepted only when they are zeros.
 * @throws {TypeError} when the amount is not a text.
 * @throws {RangeError} when the text is not such a number, has decimals the currency lacks, or exceeds 2^53 − 1, or
 * when the currency is not in ISO 4217.
 *
 * @example
 * ```ts
 * toMinorUnits('10.50', 'EUR') // 1050
 * toMinorUnits('1050', 'JPY') // 1050
 * toMinorUnits('10.505', 'EUR') // RangeError: EUR has 2 decimals, the amount has more
 * ```
 */
export function toMinorUnits(decimalText: string, currency: Currency): number {
  // TypeScript says so already; a shop in plain JavaScript would be charged by a rounding error.
  if (typeof decimalText !== 'string')
    throw new TypeError('a decimal amount is a text, "10.50"; a number may have been rounded already')
  assertCurrency(currency)
  const parts = /^([0-9]+)(?:\.([0-9]+))?$/.exec(decimalText)
  if (!parts) throw new RangeError('a decimal amount is digits with at most one point between them')

  const [, whole = '', decimals = ''] = parts
  const exponent = currencyExponent(currency)
  if (/[1-9]/.test(decimals.slice(exponent))) {
    throw new RangeError(`${currency} has ${exponent} decimals, the amount has more`)
  }

  const amountMinor = Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
  if (!Number.isSafeInteger(amountMinor)) throw new RangeError('the amount exceeds 2^53 − 1 minor units')
  return amountMinor
}

/**
 * Writes minor units as decimal text with exactly the decimals of the currency: 1050 EUR → `"10.50"`, 1050 JPY → `"1050"`.
 *
 * @throws {RangeError} when `amountMinor` is not a safe integer of at least 0, or the currency is not in ISO 4217.
 */
export function fromMinorUnits(amountMinor: number, currency: Currency): string {
  assertMinorUnits(amountMinor)
  assertCurrency(currency)
  const exponent = currencyExponent(currency)
  if (exponent === 0) return String(amountMinor)

  const digits = String(amountMinor).padStart(exponent + 1, '0')
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Returns `normalized_amount`: the amount rescaled to two decimals, in every currency, half a unit rounded up.
 * 1000 JPY → 100000; 1234 KWD → 123; 1235 KWD → 124.
 *
 * @throws {RangeError} when `amountMinor`, or the result, is not a safe integer of at least 0.
 */
export function normalizeAmount(amountMinor: number, currency: Currency): number {
  assertMinorUnits(amountMinor)
  const exponent = currencyExponent(currency)
  if (exponent === 2) return amountMinor
  if (exponent === 0) {
    const normalized = amountMinor * 100
    assertMinorUnits(normalized)
    return normalized
  }

  const remainder = amountMinor % 10
  return (amountMinor - remainder) / 10 + (remainder >= 5 ? 1 : 0)
}

function assertMinorUnits(amountMinor: number): void {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError(`an amount in minor units is an integer of at least 0, not ${amountMinor}`)
  }
}

/** An amount is meaningless without its exponent, and a guess could be wrong by a factor of a hundred. */
function assertCurrency(currency: string): void {
  if (!isCurrency(currency)) throw new RangeError('a currency is a code of ISO 4217 in capitals, "EUR"')
}
