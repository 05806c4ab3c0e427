import { type Language, type Locale, matchLocale } from '@sluice/types/vocabulary'
import type { RequestHeaders } from '../browser-info.ts'
import { readHeader } from '../browser-info.ts'

/**
 * Returns the customer's language, as their browser says it.
 *
 * @param languages - what the pages speak besides English, Bosnian, Romanian and Swedish.
 */
export function localeOf(headers: RequestHeaders, languages: readonly Language[]): Locale {
  const preferences = readHeader(headers, 'accept-language').split(',')
  return matchLocale(
    preferences.map((preference) => preference.split(';', 1)[0] ?? ''),
    languages,
  )
}
