import { type Currency, currencyExponent, isCurrency } from '@sluice/types/vocabulary'

/** The numbers of decimals of a provider's currencies that differ from ISO 4217. */
export type Exponents = ReadonlyMap<Currency, number>

/** Translates amounts between minor units of ISO 4217 and the units of a provider. Nothing is ever rounded. */
export interface AmountUnits {
  /**
   * Converts minor units of ISO 4217 to the provider's units: 1050 ISK is 105000 if the provider has two decimals.
   *
   * @throws {RangeError} If the provider has too few decimals for the amount, or the result exceeds 2^53 − 1.
   */
  format(amountMinor: number, currency: string): number
  /** Reads an amount in the provider's units. @throws {RangeError} If it is not a whole number of minor units. */
  parse(amount: number, currency: string): number
}

/** The units of a provider with these exponents. */
export function createAmountUnits(exponents: Exponents): AmountUnits {
  const differenceOf = (currency: string): number =>
    isCurrency(currency)
      ? (exponents.get(currency) ?? currencyExponent(currency)) - currencyExponent(currency)
      : 0
  return {
    format: (amountMinor, currency) => shift(amountMinor, differenceOf(currency), currency),
    parse: (amount, currency) => shift(amount, -differenceOf(currency), currency),
  }
}

/** Moves the decimal point of an amount by some places. */
function shift(amount: number, places: number, currency: string): number {
  const factor = 10 ** Math.abs(places)
  if (places < 0 && amount % factor !== 0)
    throw new RangeError(`${amount} of ${currency} has more decimals than fit`)
  const shifted = places < 0 ? amount / factor : amount * factor
  if (!Number.isSafeInteger(shifted)) throw new RangeError(`${amount} of ${currency} is too large`)
  return shifted
}
