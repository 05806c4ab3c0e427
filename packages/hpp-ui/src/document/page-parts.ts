import type { Branding } from '@sluice/types'
import { type Language, LANGUAGES } from '@sluice/types/vocabulary'
import { say, type TextName, type TextValues } from '../locales/say.ts'
import { html, type Markup } from './html.ts'

/** Writes texts so that the browser program finds them again when the shopper chooses another language. */
export type Speaker = (name: TextName, values?: TextValues) => Markup

/** @param amount - the amount to pay, formatted for this language. */
export function speaker(language: Language, amount: string): Speaker {
  return (name, values) => {
    const text = say(language, name, { amount, ...values })
    return values === undefined
      ? html`<span data-text="${name}">${text}</span>`
      : html`<span data-text="${name}" data-values="${JSON.stringify(values)}">${text}</span>`
  }
}

/** Returns an address that a link may have: only http and https. */
export function webAddress(address: string): string | null {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null
}

/** Drawn here, decorative, in the colour of the text around them. 24 × 24 units each. */
export const ICONS = {
  lock: icon(
    'M7 10V7a5 5 0 0 1 10 0v3M6 10h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1Z',
  ),
  back: icon('M19 12H5M11 6l-6 6 6 6'),
  clock: icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 2'),
  approved: icon('M5 12.5 10 17.5 19 7'),
  refused: icon('M7 7 17 17M17 7 7 17'),
  waiting: icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 2'),
  stopped: icon('M8 8 16 16M16 8 8 16'),
  closed: icon('M12 7v6M12 16.6v.4'),
} as const

function icon(path: string): Markup {
  return html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
    <path d="${path}"></path>
  </svg>`
}

/** The payee: a logo, or else a name. */
export function renderShop(branding: Branding | null): Markup | null {
  const name = branding?.merchant_name ?? ''
  if (branding?.logo_url) return html`<img class="logo" src="${branding.logo_url}" alt="${name}" />`
  return name === '' ? null : html`<p class="shop-name" dir="auto">${name}</p>`
}

/** Links, so that the choice works without scripts; with scripts, the page changes its language in place. */
export function renderLanguageLinks(
  languages: readonly Language[],
  current: Language,
  title: Markup | string,
): Markup {
  return html`<nav class="languages" id="languages" aria-labelledby="languages-title">
    <h2 class="visually-hidden" id="languages-title">${title}</h2>
    <ul>
      ${languages.map(
        (language) =>
          html`<li>
            <a
              href="?lang=${language}"
              lang="${language}"
              hreflang="${language}"
              ${language === current && html`aria-current="true"`}
              >${LANGUAGES[language].ownName}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}
