import type { Locale } from '@sluice/types/vocabulary'

import {
  type ContentSecurityPolicy,
  html,
  inlineScript,
  inlineStyle,
  type SafeHtml,
  scriptHash,
  styleHash,
} from '@sluice/shared/html'
import { languageOf } from './form-parts.ts'

/** A page of a simulator, ready to be sent. */
export interface RenderedPage {
  readonly body: SafeHtml
  readonly csp: ContentSecurityPolicy
}

export interface SimulatorPage {
  readonly locale: Locale
  readonly title: string
  /** The owner of the page, with the logo next to the name. */
  readonly owner: string
  readonly mark: SafeHtml
  readonly badge: string
  readonly styles: string
  readonly main: SafeHtml
  readonly mainClass: 'question' | 'ending'
  readonly footer?: SafeHtml | undefined
  readonly script?: string | undefined
  /** The sources to which the page's forms may be sent or redirected. */
  readonly formAction: string
  readonly frameAncestors: string
  /** The sources that the page's script may request; absent for none. */
  readonly connect?: string | undefined
}

/**
 * Renders the owner's layout around the content of a page. The page loads nothing from elsewhere; scripts and
 * styles are allowed by their hash.
 */
export function renderPage(page: SimulatorPage): RenderedPage {
  const body = html`<!doctype html>
    <html lang="${languageOf(page.locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.title} – ${page.owner}</title>
        <link rel="icon" href="data:," />
        ${inlineStyle(page.styles)}
      </head>
      <body>
        <header>
          ${page.mark}<span class="bank">${page.owner}</span><span class="badge">${page.badge}</span>
        </header>
        <main class="${page.mainClass}">${page.main}</main>
        ${page.footer && html`<footer>${page.footer}</footer>`} ${page.script && inlineScript(page.script)}
      </body>
    </html>`
  return {
    body,
    csp: {
      'default-src': "'none'",
      'style-src': styleHash(page.styles),
      'script-src': page.script ? scriptHash(page.script) : "'none'",
      'img-src': 'data:',
      ...(page.connect ? { 'connect-src': page.connect } : {}),
      'form-action': page.formAction,
      'base-uri': "'none'",
      'frame-ancestors': page.frameAncestors,
    },
  }
}
