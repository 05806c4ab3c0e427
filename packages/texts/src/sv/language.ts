import type { LanguageNames } from '../areas/language.ts'

export const language = {
  locale: 'sv-SE',
  ownName: 'Svenska',
  spoken: 'ALWAYS',
} as const satisfies LanguageNames
