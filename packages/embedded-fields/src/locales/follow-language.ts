import { hasTexts, addTexts, textsOfDocument } from '@sluice/texts/document-texts'
import type { FurtherTexts } from '@sluice/texts/further-texts'
import type { Locale } from '@sluice/types/vocabulary'
import { SAID_BY_PAGE } from './said-by-page.ts'
import { matchPageLocale } from './match-page-locale.ts'

/**
 * Follows the language preferences of the page around a frame. A language that the document did not bring is fetched;
 * until it is there, and if it does not come, the frame speaks on as it does. The last of several requests counts.
 *
 * @param baseUrl - Of the gateway, without a slash at its end.
 * @param speak - Shows everything in a locale whose texts are known.
 */
export function followLanguagePreferences(
  baseUrl: string,
  speak: (locale: Locale) => void,
): (preferences: string) => void {
  let wished: Locale
  return (preferences) => {
    const locale = (wished = matchPageLocale(preferences))
    if (hasTexts(locale)) return speak(locale)
    fetch(`${baseUrl}/embedded-fields/texts/${locale}.json`)
      .then((response) => response.json())
      .then((texts: FurtherTexts) => {
        addTexts(texts)
        if (locale === wished) speak(locale)
      })
      .catch(() => {})
  }
}

/** Returns the texts that the surrounding page shows itself in a language that its script does not contain. */
export function pageTextsOf(locale: Locale): Readonly<Record<string, string>> {
  return textsOfDocument<Readonly<Record<string, string>>>(SAID_BY_PAGE)[locale] ?? {}
}
