import { ERROR_PAGE_TEXTS } from '@sluice/texts/error-page'
import { matchLocale } from '@sluice/types/vocabulary'
import type { FastifyRequest } from 'fastify'

import { html, inlineStyle, type Page, styleHash } from '@sluice/shared/html'

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;text-align:center;padding:1.5rem;box-sizing:border-box}
main{max-width:26rem}
h1{font-size:1.25rem;margin:0 0 .5rem}
p{margin:0}
`

/** Returns whether a person reads the answer: a browser opens the address, and it is not in the API. */
export function isPageVisit({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const isApi = /^\/(?:api|realms)(?:[/?]|$)/.test(url)
  return method === 'GET' && !isApi && (headers.accept ?? '').startsWith('text/html')
}

/** Renders a page that reports a missing or temporarily unavailable page, in a language of the browser. */
export function errorPage(status: number, { headers }: Pick<FastifyRequest, 'headers'>): Page {
  const locale = matchLocale(
    (headers['accept-language'] ?? '').split(',').map((tag) => tag.split(';', 1)[0] ?? ''),
  )
  const { title, text } = ERROR_PAGE_TEXTS[locale][status === 404 ? 'notFound' : 'notNow']
  return {
    status,
    csp: {
      'default-src': "'none'",
      'style-src': styleHash(STYLE),
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
    body: html`<!doctype html>
      <html lang="${locale}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${inlineStyle(STYLE)}
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            <p>${text}</p>
          </main>
        </body>
      </html>`,
  }
}
