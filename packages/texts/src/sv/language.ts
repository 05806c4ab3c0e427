import type { LanguageNames } from '../areas/language.ts'

export const language = { locale: 'sv-SE', ownName: 'Svenska' } as const satisfies LanguageNames
