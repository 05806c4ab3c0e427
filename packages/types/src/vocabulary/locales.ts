/** Locales of the browser library and the hosted page. */
export const LOCALES = ['en-US', 'bs-BA', 'ro-RO', 'sv-SE'] as const

export type Locale = (typeof LOCALES)[number]

/** Used when nothing the customer or the merchant prefers is spoken here. */
export const DEFAULT_LOCALE: Locale = 'en-US'

/** Languages a merchant can set, each with the locale it is shown in and its name in itself. */
export const LANGUAGES = {
  en: { locale: 'en-US', ownName: 'English' },
  bs: { locale: 'bs-BA', ownName: 'Bosanski' },
  ro: { locale: 'ro-RO', ownName: 'Română' },
  sv: { locale: 'sv-SE', ownName: 'Svenska' },
} as const satisfies Record<string, { readonly locale: Locale; readonly ownName: string }>

export type Language = keyof typeof LANGUAGES

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
