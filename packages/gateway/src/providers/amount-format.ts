import { type Currency, currencyExponent } from '@sluice/types/vocabulary'

/** How many decimals a provider gives to a currency where that is not ISO 4217. */
export type Exponents = Readonly<Partial<Record<Currency, number>>>

/** Writes amounts as a provider reads them, and reads them back. */
export interface AmountFormat {
  /**
   * Writes minor units of ISO 4217 as decimal text with the provider's decimals: 1050 EUR as `10.50`.
   *
   * @throws {RangeError} when the provider has fewer decimals than the amount needs, or the amount is no whole number of at
   *   least 0.
   */
  format(amountMinor: number, currency: Currency): string
  /**
   * Reads such a text as minor units of ISO 4217.
   *
   * @throws {RangeError} when the text is written otherwise, or is no whole number of minor units.
   */
  parse(text: string, currency: Currency): number
}

/** The format of a provider. Digits are moved: nothing is ever a fraction, and nothing is rounded. */
export function createAmountFormat(exponents: Exponents = {}): AmountFormat {
  const decimalsOf = (currency: Currency) => exponents[currency] ?? currencyExponent(currency)
  return {
    format(amountMinor, currency) {
      if (!Number.isSafeInteger(amountMinor) || amountMinor < 0)
        throw new RangeError(`${amountMinor} is no whole number of minor units`)
      const own = currencyExponent(currency)
      const digits = String(amountMinor).padStart(own + 1, '0')
      const whole = digits.slice(0, digits.length - own)
      const fraction = resize(digits.slice(digits.length - own), decimalsOf(currency), currency)
      return fraction === '' ? whole : `${whole}.${fraction}`
    },
    parse(text, currency) {
      const decimals = decimalsOf(currency)
      const [whole = '', fraction = '', ...more] = text.split('.')
      const isWritten =
        /^(0|[1-9][0-9]*)$/.test(whole) &&
        /^[0-9]*$/.test(fraction) &&
        more.length === 0 &&
        fraction.length === decimals &&
        text.includes('.') === decimals > 0
      if (!isWritten) throw new RangeError(`an amount in ${currency} has ${decimals} decimals`)
      const amountMinor = Number(whole + resize(fraction, currencyExponent(currency), currency))
      if (!Number.isSafeInteger(amountMinor)) throw new RangeError('the amount exceeds 2^53 − 1 minor units')
      return amountMinor
    },
  }
}

/** Gives a fraction another number of decimals; only zeros may be lost. */
function resize(fraction: string, decimals: number, currency: Currency): string {
  if (/[1-9]/.test(fraction.slice(decimals)))
    throw new RangeError(`the amount needs more than ${decimals} decimals of ${currency}`)
  return fraction.slice(0, decimals).padEnd(decimals, '0')
}
