import { ALWAYS_SPOKEN, type Language, LANGUAGES } from './catalogue/languages.ts'
import type { FurtherTexts } from './further-texts.ts'

/**
 * Returns the texts for those of a merchant's languages that a document's program does not contain, as JSON for a
 * script element; null if there are none.
 *
 * @param tablesOf - the tables of a locale by their names, as the program's own are called: `formTexts`.
 */
export function writeFurtherTexts(
  languages: readonly Language[],
  tablesOf: (locale: (typeof LANGUAGES)[Language]['locale']) => Readonly<Record<string, unknown>>,
): string | null {
  const further = languages.filter((language) => !(ALWAYS_SPOKEN as readonly Language[]).includes(language))
  if (further.length === 0) return null
  const texts: FurtherTexts = Object.fromEntries(
    further.map((language) => [LANGUAGES[language].locale, tablesOf(LANGUAGES[language].locale)]),
  )
  return JSON.stringify(texts).replaceAll('<', '\\u003c')
}
