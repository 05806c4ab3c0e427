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
  /** Whose page it is, with the mark beside the name. */
  readonly owner: string
  readonly mark: SafeHtml
  readonly badge: string
  readonly styles: string
  readonly main: SafeHtml
  readonly mainClass: 'question' | 'ending'
  readonly footer?: SafeHtml | undefined
  readonly script?: string | undefined
  /** Sources that the page's forms may be sent to, and redirected to. */
  readonly formAction: string
  readonly frameAncestors: string
  /** What the page's script may ask; without it nothing. */
  readonly connect?: string | undefined
}

/** Draws the owner around a page's own content. Nothing is loaded from anywhere; scripts and styles run by their hash. */
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
