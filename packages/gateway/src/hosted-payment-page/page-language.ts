import { LANGUAGES, type Language, type Locale } from '@sluice/types/vocabulary'

/**
 * Returns the language of the page.
 *
 * @param asked - the language in the address; ignored unless the merchant has it.
 * @param merchant - its default locale, and the languages of its page.
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
