import type { LanguageNames } from '../areas/language.ts'

export const language = { locale: 'en-US', ownName: 'English' } as const satisfies LanguageNames
