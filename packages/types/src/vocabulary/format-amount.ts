import { currencyExponent, isCurrency } from './currencies.ts'
import type { Locale } from './locales.ts'
import { fromMinorUnits } from './money.ts'

/** Writes an amount as people of a locale do, with the decimals of ISO 4217: 4999 EUR → `€49.99`, `49,99 €`. */
export function formatAmount(amountMinor: number, currency: string, locale: Locale): string {
  if (!isCurrency(currency)) return `${amountMinor} ${currency}`
  const decimals = currencyExponent(currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // The amount is formatted as text, because floating point could change a digit.
  return format.format(fromMinorUnits(amountMinor, currency) as Intl.StringNumericLiteral)
}
