import {
  LANGUAGES,
  type Language,
  type Locale,
  matchLocale,
  SPOKEN_WHEN_ENABLED,
} from '@sluice/types/vocabulary'

import { html, type SafeHtml } from '@sluice/shared/html'

/**
 * After a form, the browser follows redirects to the shopper's destination, and checks these against `form-action`
 * too.
 */
export const RETURN_TARGETS = 'https: http://localhost:* http://*.localhost:* http://127.0.0.1:*'

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

/** Returns the language code of a locale, for the `lang` attribute and the switcher. */
export function languageOf(locale: Locale): Language {
  return LANGUAGE_CODES.find((code) => LANGUAGES[code].locale === locale) ?? 'en'
}

/** Renders hidden inputs for the fields that have a value. */
export function hiddenFields(fields: Readonly<Record<string, string | null>>): SafeHtml {
  return html`${Object.entries(fields).map(
    ([name, value]) => value !== null && html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`
}

/** Renders the buttons of a language switcher. The form around them requests the same page again. */
export function languageButtons(locale: Locale): SafeHtml {
  const current = languageOf(locale)
  return html`${LANGUAGE_CODES.map(
    (code) =>
      html`<button
        name="language"
        value="${code}"
        lang="${code}"
        ${code === current && html` aria-current="true"`}
      >
        ${LANGUAGES[code].ownName}
      </button>`,
  )}`
}

/**
 * Chooses the locale for a shopper: the choice in the switcher, else the browser's preferences in order. A
 * simulated bank or provider belongs to no merchant, so it offers every language of its switcher.
 *
 * @param acceptLanguage - the header as the browser sent it.
 */
export function chooseLocale(
  chosen: string | null,
  preferences: readonly string[],
  acceptLanguage: string | undefined,
): Locale {
  const accepted = (acceptLanguage ?? '').split(',').map((item) => item.split(';', 1)[0] ?? '')
  const choice = chosen !== null && Object.hasOwn(LANGUAGES, chosen) ? [chosen] : []
  return matchLocale([...choice, ...preferences, ...accepted], SPOKEN_WHEN_ENABLED)
}
