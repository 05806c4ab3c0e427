import { type Language, LANGUAGES, type Locale, LOCALES } from '@sluice/texts/languages'

export { type Language, LANGUAGES, type Locale, LOCALES }

/** Used when nothing the customer or the merchant prefers is spoken here. */
export const DEFAULT_LOCALE: Locale = 'en-US'

/**
 * The locale for a list of wishes, dearest first: each wish is met exactly or by its language (`sv-FI` → `sv-SE`)
 * before the next is looked at; English when none can be met.
 */
export function matchLocale(candidates: readonly string[]): Locale {
  for (const candidate of candidates) {
    const wanted = candidate.trim().replaceAll('_', '-').toLowerCase()
    const exact = LOCALES.find((locale) => locale.toLowerCase() === wanted)
    if (exact) return exact

    const [language = ''] = wanted.split('-', 1)
    const ofLanguage = LOCALES.find((locale) => locale.startsWith(`${language}-`))
    if (ofLanguage) return ofLanguage
  }
  return DEFAULT_LOCALE
}
