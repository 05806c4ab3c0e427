/**
 * What the choice of installments says. The build evaluates this module, so that the program carries these texts and not those of
 * the hosted page.
 *
 * @module
 */
import { PAGE_TEXTS } from '@sluice/texts/hosted-page'
import { ALWAYS_SPOKEN_LOCALES, type Locale } from '@sluice/texts/languages'
import { OUTCOME_TEXTS } from '@sluice/texts/outcomes'

export interface InstallmentTexts {
  readonly label: string
  readonly payInFull: string
  readonly terms: string
  /** Under the choice, once the payment was refused because of it. */
  readonly refused: string
}

type AlwaysSpoken = (typeof ALWAYS_SPOKEN_LOCALES)[number]

/** Only what every merchant speaks: the frame's document brings the others. */
export const INSTALLMENT_TEXTS = Object.fromEntries(
  ALWAYS_SPOKEN_LOCALES.map((locale) => [locale, installmentTextsIn(locale)]),
) as Readonly<Record<AlwaysSpoken, InstallmentTexts>>

/** The same in any language. */
export function installmentTextsIn(locale: Locale): InstallmentTexts {
  const { installments: label, payInFull, installmentTerms: terms } = PAGE_TEXTS[locale]
  return { label, payInFull, terms, refused: OUTCOME_TEXTS[locale].installments }
}
