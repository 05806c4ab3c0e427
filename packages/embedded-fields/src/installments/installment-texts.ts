/**
 * The texts of the choice of installments. The build evaluates this module, so that the program carries these texts and
 * not those of the hosted page.
 *
 * @module
 */
import { PAGE_TEXTS } from '@sluice/texts/hosted-page'
import { type Locale, LOCALES } from '@sluice/texts/languages'
import { OUTCOME_TEXTS } from '@sluice/texts/outcomes'

export interface InstallmentTexts {
  readonly label: string
  readonly payInFull: string
  readonly terms: string
  /** The text under the choice after the payment was declined because of it. */
  readonly refused: string
}

/** All languages, because a page may change to any of them, and few sessions need this program. */
export const INSTALLMENT_TEXTS = Object.fromEntries(
  LOCALES.map((locale) => [locale, installmentTextsIn(locale)]),
) as Readonly<Record<Locale, InstallmentTexts>>

function installmentTextsIn(locale: Locale): InstallmentTexts {
  const { installments: label, payInFull, installmentTerms: terms } = PAGE_TEXTS[locale]
  return { label, payInFull, terms, refused: OUTCOME_TEXTS[locale].installments }
}
