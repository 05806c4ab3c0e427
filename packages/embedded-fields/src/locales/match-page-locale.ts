import { PAGE_LOCALES } from '@sluice/texts/further-texts'
import { matchOneOf, type Locale } from '@sluice/types/vocabulary'

/**
 * Returns the locale of this document, which is a frame.
 *
 * @param preferences - the languages of the page around it, preferred first, separated by commas.
 */
export function matchPageLocale(preferences: string): Locale {
  return matchOneOf(PAGE_LOCALES, preferences.split(','))
}
