import { LANGUAGES, type Language, type Locale } from '@sluice/types/vocabulary'

import {
  type ContentSecurityPolicy,
  html,
  inlineScript,
  inlineStyle,
  type SafeHtml,
  scriptHash,
  styleHash,
} from '../../../platform/http/html.ts'
import { BANK_STYLES } from './bank-page.styles.ts'
import { BANK_MARK } from './icons.ts'
import { TEXTS } from './texts.ts'

/** A page of the bank, ready to be sent. */
export interface RenderedPage {
  readonly body: SafeHtml
  readonly csp: ContentSecurityPolicy
}

export interface BankPage {
  readonly locale: Locale
  readonly title: string
  /** Set while the title announces a mistake of the shopper. */
  readonly hasError?: boolean
  readonly main: SafeHtml
  readonly mainClass: 'question' | 'ending'
  readonly footer?: SafeHtml
  readonly script?: string
  /** Sources that the page's forms may be sent to, and redirected to. */
  readonly formAction: string
}

/** Draws the bank around a page's own content. Nothing is loaded from anywhere; scripts and styles run by their hash. */
export function renderBankPage(page: BankPage): RenderedPage {
  const texts = TEXTS[page.locale]
  const body = html`<!doctype html>
    <html lang="${languageOf(page.locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.hasError && texts.errorPrefix}${page.title} – Kopernik Bank</title>
        <link rel="icon" href="data:," />
        ${inlineStyle(BANK_STYLES)}
      </head>
      <body>
        <header>${BANK_MARK}<span class="bank">Kopernik Bank</span><span class="badge">Test</span></header>
        <main class="${page.mainClass}">${page.main}</main>
        ${page.footer && html`<footer>${page.footer}</footer>`} ${page.script && inlineScript(page.script)}
      </body>
    </html>`
  return {
    body,
    csp: {
      'default-src': "'none'",
      'style-src': styleHash(BANK_STYLES),
      'script-src': page.script ? scriptHash(page.script) : "'none'",
      'img-src': 'data:',
      'form-action': page.formAction,
      'base-uri': "'none'",
      // A bank is framed by shops it does not know.
      'frame-ancestors': '*',
    },
  }
}

/** The language code of a locale, as the `lang` attribute and the switcher write it. */
export function languageOf(locale: Locale): Language {
  const codes = Object.keys(LANGUAGES) as Language[]
  return codes.find((code) => LANGUAGES[code].locale === locale) ?? 'en'
}
