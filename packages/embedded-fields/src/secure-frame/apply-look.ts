import type { Locale } from '@sluice/types/vocabulary'
import { FORM_TEXTS } from '@sluice/texts/card-form'
import type { Scheme } from '../protocol/messages.ts'
import { acceptToken, ownProperty, type StyleToken, type StyleTokens } from '../styles/tokens.ts'

/** Sets the page's language, which the document must declare for screen readers. */
export function applyLocale(locale: Locale): void {
  document.documentElement.lang = locale
  document.title = FORM_TEXTS[locale].cardForm
}

/** Applies the valid styles of the page around this frame. @returns the invalid ones. */
export function applyLook(scheme: Scheme, tokens: StyleTokens): readonly StyleToken[] {
  const root = document.documentElement
  root.dataset['scheme'] = scheme
  // Removes the properties that the page no longer sets. Before the first style there are none, and no style engine has
  // to start.
  root.removeAttribute('style')
  return (Object.keys(tokens) as StyleToken[]).filter((token) => {
    const value = acceptToken(token, tokens[token] ?? '', (property, text) => CSS.supports(property, text))
    root.style.setProperty(ownProperty(token), value)
    return value === null
  })
}
