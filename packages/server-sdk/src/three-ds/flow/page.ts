import type { Locale } from '@sluice/types/vocabulary'
import { type Markup, markup, trusted } from './markup.ts'
import { PAGE_STYLE } from './page-style.ts'

/** A page, and the content security policy it is sent with. */
export interface Page {
  readonly body: string
  readonly policy: string
}

export interface PageParts {
  readonly locale: Locale
  readonly title: string
  readonly main: Markup
  /** The data of the script, as `data-…` attributes. */
  readonly data?: Readonly<Record<string, string>>
  readonly script?: string
  /** Origins that forms of the page are posted to, redirects behind them included. */
  readonly formAction?: readonly string[]
  /** Origins that are allowed in a frame of the page. */
  readonly frames?: readonly string[]
  /** The pages that may frame this page. */
  readonly framedBy?: "'none'" | "'self'"
  /** The automatic redirect and its delay; without an address, the browser reloads the page. */
  readonly refresh?: { readonly seconds: number; readonly address?: string }
}

/** Allows only what the page does: one script and one style by their nonce, exact origins, no inline handlers. */
export function renderPage(parts: PageParts, nonce: string): Page {
  const { locale, title, main, data = {}, script, refresh } = parts
  const attributes = Object.entries(data).map(([name, value]) => markup` data-${trusted(name)}="${value}"`)
  const proceed = refresh ? [markup`<meta http-equiv="refresh" content="${writeRefresh(refresh)}">`] : []
  const { text } = markup`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${proceed}<title>${title}</title>
<style nonce="${nonce}">${trusted(PAGE_STYLE)}</style>
</head>
<body${attributes}>
<main>
${main}
</main>
${script === undefined ? [] : [markup`<script nonce="${nonce}">${trusted(script)}</script>`]}
</body>
</html>
`
  return { body: text, policy: policyOf(parts, nonce) }
}

function writeRefresh({ seconds, address }: NonNullable<PageParts['refresh']>): string {
  // The URL parser's form has no white space or quotes that would end the directive.
  return address === undefined ? String(seconds) : `${seconds}; url=${new URL(address).href}`
}

function policyOf(
  { script, formAction = [], frames = [], framedBy = "'none'" }: PageParts,
  nonce: string,
): string {
  return [
    "default-src 'none'",
    `script-src ${script === undefined ? "'none'" : `'nonce-${nonce}'`}`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${script === undefined ? "'none'" : "'self'"}`,
    `form-action ${listOf(formAction)}`,
    `frame-src ${listOf(frames)}`,
    `frame-ancestors ${framedBy}`,
    "base-uri 'none'",
  ].join('; ')
}

function listOf(sources: readonly string[]): string {
  return sources.length === 0 ? "'none'" : [...new Set(sources)].join(' ')
}
