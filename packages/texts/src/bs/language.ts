import type { LanguageNames } from '../areas/language.ts'

export const language = { locale: 'bs-BA', ownName: 'Bosanski' } as const satisfies LanguageNames
