import { FAILURE_TEXTS, type FailureCode } from '@sluice/texts/card-form'
import type { ClientSession } from '@sluice/types'
import type { Locale } from '@sluice/types/vocabulary'

type Priced = Pick<ClientSession['session'], 'amount' | 'currency' | 'currency_exponent'>

/**
 * Returns why a payment failed, for the shopper.
 *
 * @param session - Whose amount a text may name; a verification has none.
 */
export function failureText(locale: Locale, code: FailureCode, session: Priced | null): string {
  const texts: Readonly<Partial<Record<FailureCode, string>>> = FAILURE_TEXTS[locale]
  const text = texts[code] ?? ''
  if (session === null) return text
  return session.amount === 0 ? withoutAmount(text) : text.replace('{amount}', formatAmount(locale, session))
}

/** Cuts a text before the sentence that names the amount. */
export function withoutAmount(text: string): string {
  const place = text.indexOf('{')
  return place < 0 ? text : text.slice(0, text.lastIndexOf('.', place) + 1)
}

/** The session states the number of decimals, because browsers do not follow ISO 4217 for every currency. */
function formatAmount(locale: Locale, { amount, currency, currency_exponent: decimals }: Priced): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** decimals)
}
