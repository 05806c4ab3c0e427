// Written by `npm run contract` from the folders of the languages beside this one; change those.

/** Every language, with the locale it is shown in and its name in itself. */
export const LANGUAGES = {
  en: { locale: 'en-US', ownName: 'English' },
  bs: { locale: 'bs-BA', ownName: 'Bosanski' },
  ro: { locale: 'ro-RO', ownName: 'Română' },
  sv: { locale: 'sv-SE', ownName: 'Svenska' },
} as const

/** The locales of the languages, in the same order. */
export const LOCALES = ['en-US', 'bs-BA', 'ro-RO', 'sv-SE'] as const

export type Language = keyof typeof LANGUAGES

export type Locale = (typeof LOCALES)[number]
