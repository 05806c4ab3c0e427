// Written by `npm run contract` from the folders of the languages beside this one; change those.

/** Every language, with the locale it is shown in and its name in itself. */
export const LANGUAGES = {
  en: { locale: 'en-US', ownName: 'English' },
  bs: { locale: 'bs-BA', ownName: 'Bosanski' },
  ro: { locale: 'ro-RO', ownName: 'Română' },
  sv: { locale: 'sv-SE', ownName: 'Svenska' },
  de: { locale: 'de-DE', ownName: 'Deutsch' },
  pl: { locale: 'pl-PL', ownName: 'Polski' },
} as const

/** Spoken by every merchant. */
export const ALWAYS_SPOKEN = ['en', 'bs', 'ro', 'sv'] as const

export const ALWAYS_SPOKEN_LOCALES = ['en-US', 'bs-BA', 'ro-RO', 'sv-SE'] as const

/** Spoken where a merchant's setting `languages` names them. */
export const SPOKEN_WHEN_ENABLED = ['de', 'pl'] as const

/** The locales of the languages, in the same order. */
export const LOCALES = ['en-US', 'bs-BA', 'ro-RO', 'sv-SE', 'de-DE', 'pl-PL'] as const

/** A language of the pages, without a region: `en`. */
export type Language = keyof typeof LANGUAGES

/** A language with its region, as pages and components take it: `en-US`. */
export type Locale = (typeof LOCALES)[number]
