import { type Currency, currencyExponent } from '@sluice/types/vocabulary'

/**
 * Returns the amounts that fit a provider's units of a currency: multiples of one amount, up to another, both in
 * minor units.
 */
export function amountsThatFit(
  currency: Currency,
  exponent: number,
): { readonly stepMinor: number; readonly maxMinor: number } {
  const places = exponent - currencyExponent(currency)
  return {
    stepMinor: 10 ** Math.max(0, -places),
    maxMinor: Math.floor(Number.MAX_SAFE_INTEGER / 10 ** Math.max(0, places)),
  }
}
