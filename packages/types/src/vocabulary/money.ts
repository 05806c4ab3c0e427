import { type Currency, currencyExponent } from './currencies.ts'

/**
 * Reads a decimal amount (`"10.50"`) as an integer in minor units (`1050`), by moving digits, never by floating point.
 *
 * @param decimalText - ASCII digits with at most one point between digits; no sign, no exponent, no separators.
 * @param currency - decides how many decimals there are; further ones are accepted only when they are zeros.
 * @throws {RangeError} when the text is not such a number, has decimals the currency lacks, or exceeds 2^53 − 1.
 */
export function toMinorUnits(decimalText: string, currency: Currency): number {
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
 * @throws {RangeError} when `amountMinor` is not a safe integer of at least 0.
 */
export function fromMinorUnits(amountMinor: number, currency: Currency): string {
  assertMinorUnits(amountMinor)
  const exponent = currencyExponent(currency)
  if (exponent === 0) return String(amountMinor)

  const digits = String(amountMinor).padStart(exponent + 1, '0')
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * `normalized_amount`: the amount rescaled to two decimals, whatever the currency, half a unit rounded up.
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
