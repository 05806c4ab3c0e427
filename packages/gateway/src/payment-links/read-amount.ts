import { toAsciiDigits } from '@sluice/shared/ascii-digits'
import { type Currency, currencyExponent, toMinorUnits } from '@sluice/types/vocabulary'

/** The largest amount with decimals and spaces is half as long. */
export const TYPED_AMOUNT_MAX_CHARS = 40

/** Any kind of space: some people separate thousands with one. */
const SPACES = /\s+/gu

/** The decimal separators besides the full stop: a comma, and those of Arabic and full-width keyboards. */
const SEPARATORS = /[,\u066B\uFF0C\uFF0E]/u

/**
 * Reads an amount as a shopper types it: `12.50`, `12,50`, `1 250`, with the digits of any script. Rejects what could be read in two ways:
 * `1,250.00`, and more decimals than the currency has, because `1,000` may be a thousand.
 *
 * @returns minor units; null for anything that is not an amount in this currency.
 */
export function readAmount(typed: string, currency: Currency): number | null {
  if (typed.length > TYPED_AMOUNT_MAX_CHARS) return null
  const text = toAsciiDigits(typed).replaceAll(SPACES, '').replace(SEPARATORS, '.')
  const [, decimals = ''] = text.split('.')
  if (decimals.length > currencyExponent(currency)) return null
  try {
    return toMinorUnits(text, currency)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
