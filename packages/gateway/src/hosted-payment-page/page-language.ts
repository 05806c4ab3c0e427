import { LANGUAGES, type Language, type Locale } from '@sluice/types/vocabulary'

/**
 * The language of the page.
 *
 * @param asked - what the address asks for; whatever is no language of ours is not heard.
 * @param locale - the merchant's.
 */
export function pageLanguage(asked: unknown, locale: Locale): Language {
  const languages = Object.keys(LANGUAGES) as Language[]
  return (
    languages.find((language) => language === asked) ??
    languages.find((language) => LANGUAGES[language].locale === locale) ??
    'en'
  )
}
