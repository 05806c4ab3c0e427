/**
 * The program of a frame carries no language: four would be a tenth of what it weighs, and a shopper reads one. Its document brings
 * the texts of the language that was asked for, in an element before the program; a page that changes its language has others fetched.
 *
 * @module
 */
import type { Locale } from './catalogue/languages.ts'
import { FURTHER_TEXTS_ID, type FurtherTexts } from './further-texts.ts'

/** By the name of the table, then by locale. */
const tables: Record<string, Partial<Record<string, unknown>>> = {}

const known = new Set<string>()

const element = globalThis.document?.getElementById(FURTHER_TEXTS_ID)
learnTexts(JSON.parse(element?.textContent || '{}') as FurtherTexts)

/** The locales that this document can be shown in, those among them whose texts have to be fetched. The first is known. */
export const SPOKEN_HERE = (element?.dataset['spoken']?.split(',') ?? []) as readonly Locale[]

/** A table of a program, which grows as languages are learned. */
export function textsOfDocument<Texts>(name: string): Readonly<Record<Locale, Texts>> {
  return (tables[name] ??= {}) as Record<Locale, Texts>
}

export function knowsTexts(locale: Locale): boolean {
  return known.has(locale)
}

export function learnTexts(texts: FurtherTexts): void {
  for (const [locale, named] of Object.entries(texts)) {
    known.add(locale)
    for (const name in named) (tables[name] ??= {})[locale] = named[name]
  }
}
