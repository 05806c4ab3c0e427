/**
 * The program of a frame contains no texts: four languages would be a tenth of its size, and a shopper reads one. The document contains
 * the texts of the requested language, in an element before the program. When a page changes its language, the frame fetches others.
 *
 * @module
 */
import type { Locale } from './catalogue/languages.ts'
import { FURTHER_TEXTS_ID, type FurtherTexts } from './further-texts.ts'

/** Texts by table name, then by locale. */
const tables: Record<string, Partial<Record<string, unknown>>> = {}

const known = new Set<string>()

const element = globalThis.document?.getElementById(FURTHER_TEXTS_ID)
addTexts(JSON.parse(element?.textContent || '{}') as FurtherTexts)

/** The locales that this document can be shown in. It contains the texts of the first; the others are fetched. */
export const PAGE_LOCALES = (element?.dataset['spoken']?.split(',') ?? []) as readonly Locale[]

/** Returns a program's table of texts. It gains a language when {@link addTexts} adds one. */
export function textsOfDocument<Texts>(name: string): Readonly<Record<Locale, Texts>> {
  return (tables[name] ??= {}) as Record<Locale, Texts>
}

export function hasTexts(locale: Locale): boolean {
  return known.has(locale)
}

export function addTexts(texts: FurtherTexts): void {
  for (const [locale, named] of Object.entries(texts)) {
    known.add(locale)
    for (const name in named) (tables[name] ??= {})[locale] = named[name]
  }
}
