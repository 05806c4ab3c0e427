import type { LanguageNames } from '../areas/language.ts'

export const language = {
  locale: 'bs-BA',
  ownName: 'Bosanski',
  spoken: 'ALWAYS',
} as const satisfies LanguageNames
