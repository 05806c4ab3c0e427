import { type Currency, currencyExponent } from '@sluice/types/vocabulary'

/** The decimals that a provider uses for a currency if they differ from ISO 4217. */
export type Exponents = Readonly<Partial<Record<Currency, number>>>

/** Formats amounts for a provider, and parses the amounts it returns. */
export interface AmountFormat {
  /**
   * Formats ISO 4217 minor units as decimal text with the provider's decimals: 1050 EUR as `10.50`.
   *
   * @throws {RangeError} when the provider has fewer decimals than the amount needs, or the amount is no whole number of at
   *   least 0.
   */
  format(amountMinor: number, currency: Currency): string
  /**
   * Parses such a text to ISO 4217 minor units.
   *
   * @throws {RangeError} when the text is written otherwise, or is no whole number of minor units.
   */
  parse(text: string, currency: Currency): number
}

/** Creates the format of a provider. It only shifts digits: no floating point, no rounding. */
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

/** Changes the number of decimals of a fraction; only zeros may be dropped. */
function resize(fraction: string, decimals: number, currency: Currency): string {
  if (/[1-9]/.test(fraction.slice(decimals)))
    throw new RangeError(`the amount needs more than ${decimals} decimals of ${currency}`)
  return fraction.slice(0, decimals).padEnd(decimals, '0')
}
