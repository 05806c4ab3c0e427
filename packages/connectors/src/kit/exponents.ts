import { CURRENCY_CODES, type Currency, currencyExponent, isCurrency } from '@sluice/types/vocabulary'

import type { AmountsDocument } from './declarations.ts'

/** A provider's format for the amounts of a currency, if it differs from ISO 4217. */
export interface CurrencyRule {
  /** The decimals in the provider's messages; by default those of ISO 4217. */
  readonly exponent?: number
  /** The limits in minor units of ISO 4217. The provider accepts no other amounts. */
  readonly multipleOf?: number
}

/** A provider's table of currencies. Currencies that are not listed follow ISO 4217. */
export type CurrencyRules = Readonly<Partial<Record<Currency, CurrencyRule>>>

/** Converts amounts between minor units of ISO 4217 and the units of a provider, without rounding. */
export interface AmountUnits {
  /**
   * Writes minor units in the provider's units: 1050 ISK is 105000 where the provider has two decimals.
   *
   * @throws {RangeError} For an amount that the provider's units cannot express.
   */
  readonly format: (amountMinor: number, currency: string) => number
  /** Reads an amount in the provider's units. @throws {RangeError} If it is no whole number of minor units. */
  readonly parse: (amount: number, currency: string) => number
}

/** Returns the units of a provider with this table. */
export function createAmountUnits(rules: CurrencyRules): AmountUnits {
  const ruleOf = (currency: string): CurrencyRule =>
    (isCurrency(currency) ? rules[currency] : undefined) ?? {}
  const differenceOf = (currency: string): number => {
    const { exponent } = ruleOf(currency)
    return isCurrency(currency) && exponent !== undefined ? exponent - currencyExponent(currency) : 0
  }
  return {
    format(amountMinor, currency) {
      if (amountMinor % (ruleOf(currency).multipleOf ?? 1) !== 0)
        throw new RangeError(`${currency} has fewer decimals at this provider than ${amountMinor} requires`)
      return shift(amountMinor, differenceOf(currency), currency)
    },
    parse: (amount, currency) => shift(amount, -differenceOf(currency), currency),
  }
}

/**
 * Returns the limits that the gateway must check before the call, because the provider's units cannot express other
 * amounts.
 */
export function amountsThatFit(rules: CurrencyRules): Readonly<Partial<Record<Currency, AmountsDocument>>> {
  return Object.fromEntries(
    CURRENCY_CODES.flatMap((currency) => {
      const { exponent, multipleOf = 1 } = rules[currency] ?? {}
      const difference = exponent === undefined ? 0 : exponent - currencyExponent(currency)
      const step = multipleOf * 10 ** Math.max(0, -difference)
      const max = Math.floor(Number.MAX_SAFE_INTEGER / 10 ** Math.max(0, difference))
      return difference === 0 && step === 1
        ? []
        : [[currency, { ...(step > 1 && { multiple_of: step }), ...(difference > 0 && { max }) }]]
    }),
  )
}

/** Moves the decimal point of an amount by a number of places. */
function shift(amount: number, places: number, currency: string): number {
  const factor = 10 ** Math.abs(places)
  if (places < 0 && amount % factor !== 0)
    throw new RangeError(`${amount} of ${currency} has more decimals than fit`)
  const shifted = places < 0 ? amount / factor : amount * factor
  if (!Number.isSafeInteger(shifted)) throw new RangeError(`${amount} of ${currency} is not an amount`)
  return shifted
}
