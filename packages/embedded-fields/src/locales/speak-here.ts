import { SPOKEN_HERE } from '@sluice/texts/further-texts'
import { matchOneOf, type Locale } from '@sluice/types/vocabulary'

/**
 * Returns the locale of this document, which is a frame.
 *
 * @param preferences - the languages of the page around it, preferred first, separated by commas.
 */
export function speakHere(preferences: string): Locale {
  return matchOneOf(SPOKEN_HERE, preferences.split(','))
}
