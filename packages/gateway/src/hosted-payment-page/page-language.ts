import { LANGUAGES, type Language, type Locale } from '@sluice/types/vocabulary'

/**
 * The language of the page.
 *
 * @param asked - what the address asks for; what is no language of this merchant is not heard.
 * @param merchant - the locale it begins with, and the languages of its page.
 */
export function pageLanguage(
  asked: unknown,
  { locale, languages }: { readonly locale: Locale; readonly languages: readonly Language[] },
): Language {
  return (
    languages.find((language) => language === asked) ??
    languages.find((language) => LANGUAGES[language].locale === locale) ??
    'en'
  )
}
