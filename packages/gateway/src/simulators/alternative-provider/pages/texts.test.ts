import { LOCALES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { TEXTS } from './texts.ts'

/** Words that two languages write alike. */
const SHARED = new Set(['UPI'])

function sentences(texts: object): string[] {
  return Object.values(texts).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : sentences(value as object),
  )
}

describe('simulators: the providers speak every language', () => {
  it.each(LOCALES.filter((locale) => locale !== 'en-US'))('%s has nothing left in English', (locale) => {
    const english = new Set(sentences(TEXTS['en-US']))
    const left = sentences(TEXTS[locale]).filter((text) => english.has(text) && !SHARED.has(text))
    expect(left).toEqual([])
  })
})
