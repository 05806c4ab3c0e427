import type { LanguageNames } from '../areas/language.ts'

export const language = {
  locale: 'pl-PL',
  ownName: 'Polski',
  spoken: 'WHEN_ENABLED',
} as const satisfies LanguageNames
