import type { LanguageNames } from '../areas/language.ts'

export const language = {
  locale: 'de-DE',
  ownName: 'Deutsch',
  spoken: 'WHEN_ENABLED',
} as const satisfies LanguageNames
