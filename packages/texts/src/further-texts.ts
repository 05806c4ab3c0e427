/**
 * A program in a browser carries the languages that every merchant speaks. Those that a merchant has enabled besides come
 * with its document: the gateway writes them into an element, before the program.
 *
 * @module
 */
import { ALWAYS_SPOKEN_LOCALES, type Locale } from './catalogue/languages.ts'

/** The id of the element, whose content is JSON by locale, then by table name. */
export const FURTHER_TEXTS_ID = 'further-texts'

export type FurtherTexts = Readonly<Partial<Record<Locale, Readonly<Record<string, unknown>>>>>

/** The texts in the document; none outside of a browser. */
const FURTHER_TEXTS: FurtherTexts = /* @__PURE__ */ readFurtherTexts()

/** The locales that this document can be shown in; a program's tables hold no others. */
export const PAGE_LOCALES: readonly Locale[] = /* @__PURE__ */ [
  ...ALWAYS_SPOKEN_LOCALES,
  .../* @__PURE__ */ /* @__PURE__ */ (Object.keys(FURTHER_TEXTS) as Locale[]),
]

/** Completes a table of a program with the texts in the document. */
export function withFurther<Texts>(
  name: string,
  texts: Readonly<Record<(typeof ALWAYS_SPOKEN_LOCALES)[number], Texts>>,
): Readonly<Record<Locale, Texts>> {
  const all: Partial<Record<string, Texts>> = { ...texts }
  for (const locale in FURTHER_TEXTS) all[locale] = FURTHER_TEXTS[locale as Locale]?.[name] as Texts
  return all as Record<Locale, Texts>
}

function readFurtherTexts(): FurtherTexts {
  // Tests run the pieces of programs without a document.
  const json = globalThis.document?.getElementById(FURTHER_TEXTS_ID)?.textContent
  return json ? (JSON.parse(json) as FurtherTexts) : {}
}
