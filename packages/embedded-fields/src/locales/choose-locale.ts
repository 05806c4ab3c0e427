import { matchOneOf, type Locale } from '@sluice/types/vocabulary'
import { listPageLocales } from './page-text.ts'

/** More characters than browsers list. The frame ignores longer lists. */
const PREFERENCES_MAX_CHARS = 400

/** Returns the preferred locales, separated by commas, preferred first: the page's, else the browser's. */
export function preferredLocales(locale: string | undefined, browserLanguages: readonly string[]): string {
  return (locale ?? browserLanguages.join()).slice(0, PREFERENCES_MAX_CHARS)
}

/** Returns the locale of the page's script until its frame reports another; English if no preference matches. */
export function chooseLocale(preferences: string): Locale {
  return matchOneOf(listPageLocales(), preferences.split(','))
}
