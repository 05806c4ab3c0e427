import { matchOneOf, type Locale } from '@sluice/types/vocabulary'
import { spokenByPage } from './page-text.ts'

/** More than browsers list; longer wishes would not be heard by the frame. */
const PREFERENCES_MAX_CHARS = 400

/** What is wished for, dearest first, with commas between: the locale that the page names, else the browser's. */
export function preferredLocales(locale: string | undefined, browserLanguages: readonly string[]): string {
  return (locale ?? browserLanguages.join()).slice(0, PREFERENCES_MAX_CHARS)
}

/** The locale that the page's script speaks until its frame knows better; English when no wish can be met. */
export function chooseLocale(preferences: string): Locale {
  return matchOneOf(spokenByPage(), preferences.split(','))
}
