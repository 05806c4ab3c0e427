import type { Locale } from '@sluice/types/vocabulary'
import { FORM_TEXTS } from '../locales/choose-locale.ts'
import type { Scheme } from '../protocol/messages.ts'
import { acceptToken, ownProperty, STYLE_TOKENS, type StyleTokens } from '../styles/tokens.ts'

/** Languages that are written from right to left. None is spoken yet; the forms are ready for them. */
const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)\b/

/** Speaks the page's language: for screen readers the document has to say which one it is. */
export function applyLocale(locale: Locale): void {
  const root = document.documentElement
  root.lang = locale
  root.dir = RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr'
  document.title = FORM_TEXTS[locale].cardForm
}

/** Looks like the page around this frame, as far as its wishes are sound. */
export function applyLook(scheme: Scheme, tokens: StyleTokens): void {
  const root = document.documentElement
  root.dataset['scheme'] = scheme
  for (const token of STYLE_TOKENS) {
    const value = acceptToken(token, tokens[token] ?? '', (color) => CSS.supports('color', color))
    if (value === null) root.style.removeProperty(ownProperty(token))
    else root.style.setProperty(ownProperty(token), value)
  }
}
