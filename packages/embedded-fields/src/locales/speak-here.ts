import { FURTHER_TEXTS, SPOKEN_HERE } from '@sluice/texts/further-texts'
import { matchOneOf, type Locale } from '@sluice/types/vocabulary'

/**
 * Returns the locale of this document, which is a frame.
 *
 * @param wishes - the languages of the page around it, preferred first, separated by commas.
 */
export function speakHere(preferences: string): Locale {
  return matchOneOf(SPOKEN_HERE, preferences.split(','))
}

/** What the page around this document says itself in a language that its script does not carry. */
export function pageTextsOf(locale: Locale): Readonly<Record<string, string>> {
  return (FURTHER_TEXTS[locale]?.[SAID_BY_PAGE] ?? {}) as Readonly<Record<string, string>>
}

/** Among the further texts of a frame's document. */
export const SAID_BY_PAGE = 'saidByPage'
