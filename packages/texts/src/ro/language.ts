import type { LanguageNames } from '../areas/language.ts'

export const language = {
  locale: 'ro-RO',
  ownName: 'Română',
  spoken: 'ALWAYS',
} as const satisfies LanguageNames
