/**
 * The texts that shoppers see where the gateway serves no form, in the languages that every merchant's pages support.
 * The build evaluates this module, so that the document carries these sentences and not the texts of a page.
 *
 * @module
 */
import { ALWAYS_SPOKEN_LOCALES } from '@sluice/texts/languages'
import { PAGE_TEXTS } from '@sluice/texts/hosted-page'

export const REFUSAL_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  ALWAYS_SPOKEN_LOCALES.map((locale) => [locale, PAGE_TEXTS[locale].unavailableNote]),
)
