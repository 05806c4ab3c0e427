import {
  ALWAYS_SPOKEN,
  ALWAYS_SPOKEN_LOCALES,
  type Language,
  LANGUAGES,
  type Locale,
  LOCALES,
  SPOKEN_WHEN_ENABLED,
} from '@sluice/texts/languages'

export { ALWAYS_SPOKEN, type Language, LANGUAGES, type Locale, LOCALES, SPOKEN_WHEN_ENABLED }

/** Used when nothing the customer or the merchant prefers is spoken here. */
export const DEFAULT_LOCALE: Locale = 'en-US'

/**
 * Returns the locale for a list of preferences, preferred first. Each matches exactly or by its language (`sv-FI` →
 * `sv-SE`) before the next is tried; English if none matches.
 *
 * @param languages - languages that are enabled besides those of every merchant.
 */
export function matchLocale(candidates: readonly string[], languages: readonly Language[] = []): Locale {
  return matchOneOf(
    [...ALWAYS_SPOKEN_LOCALES, ...languages.map((language) => LANGUAGES[language].locale)],
    candidates,
  )
}

/** Works like {@link matchLocale}, among these locales, each of a different language. */
export function matchOneOf(spoken: readonly Locale[], candidates: readonly string[]): Locale {
  const met = candidates.flatMap(
    (candidate) => spoken.find((locale) => languageOf(locale) === languageOf(candidate)) ?? [],
  )
  return met[0] ?? DEFAULT_LOCALE
}

function languageOf(tag: string): string | undefined {
  return tag.trim().toLowerCase().split(/[-_]/)[0]
}
