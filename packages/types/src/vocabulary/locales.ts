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
 * The locale for a list of wishes, dearest first: each wish is met exactly or by its language (`sv-FI` → `sv-SE`)
 * before the next is looked at; English when none can be met.
 *
 * @param languages - what may be spoken besides the languages that every merchant speaks.
 */
export function matchLocale(candidates: readonly string[], languages: readonly Language[] = []): Locale {
  return matchOneOf(
    [...ALWAYS_SPOKEN_LOCALES, ...languages.map((language) => LANGUAGES[language].locale)],
    candidates,
  )
}

/** As {@link matchLocale}, among these locales, of which no two are of one language. */
export function matchOneOf(spoken: readonly Locale[], candidates: readonly string[]): Locale {
  const met = candidates.flatMap(
    (candidate) => spoken.find((locale) => languageOf(locale) === languageOf(candidate)) ?? [],
  )
  return met[0] ?? DEFAULT_LOCALE
}

function languageOf(tag: string): string | undefined {
  return tag.trim().toLowerCase().split(/[-_]/)[0]
}
