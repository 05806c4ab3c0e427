import type { LanguageNames } from '../areas/language.ts'

export const language = {
  locale: 'en-US',
  ownName: 'English',
  spoken: 'ALWAYS',
} as const satisfies LanguageNames
