import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { LOCALES } from './catalogue/languages.ts'

/** The tables of the catalogue: by their name, by locale. */
const TABLES = new Map(
  (
    await Promise.all(
      readdirSync(join(import.meta.dirname, 'catalogue'))
        .filter((file) => file.endsWith('.ts') && file !== 'languages.ts')
        .map(async (file) =>
          Object.entries(
            (await import(join(import.meta.dirname, 'catalogue', file))) as Record<string, object>,
          ),
        ),
    )
  ).flat() as [table: string, Record<string, object>][],
)

/** Words that two languages write alike; every other equal text is untranslated. */
const SHARED = new Set(['1234 1234 1234 1234', 'CVV', 'Card', 'UPI', 'UPI (India)', 'Cash', 'optional'])

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe.each([...TABLES])('%s', (_name, table) => {
  const english = flatten(table['en-US'] ?? {})

  it.each(LOCALES)('contains every text in %s, with the same values', (locale) => {
    const texts = flatten(table[locale] ?? {})
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('')
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''))
    }
  })

  it.each(LOCALES.filter((locale) => locale !== 'en-US'))('has no text left in English in %s', (locale) => {
    const texts = [...flatten(table[locale] ?? {})]
    expect(texts.filter(([key, text]) => text === english.get(key) && !SHARED.has(text))).toEqual([])
  })
})

function flatten(texts: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'string'
        ? [[path + key, value] as const]
        : [...flatten(value as object, `${path}${key}.`)],
    ),
  )
}
