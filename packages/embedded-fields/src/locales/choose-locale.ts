import { matchLocale, type Locale } from '@sluice/types/vocabulary'

/** The locale to speak: the wished one or its language, the browser's without a wish, English when there is neither. */
export function chooseLocale(wish: string | undefined, browserLanguages: readonly string[]): Locale {
  return matchLocale(wish === undefined ? browserLanguages : [wish])
}
