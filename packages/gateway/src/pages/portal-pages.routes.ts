import { PORTAL_PATHS, type PortalProgram } from '@sluice/portal/assets'
import { formatPolicy, html, type Page, sendPage } from '@sluice/shared/html'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { RequestRefusal } from '@sluice/platform/http/request-refusal'

import { Asset, sendAsset } from './asset.ts'

/** Allows nothing inline, nothing from other origins, and markup only from the templates of the program. */
const policy = (baseUrl: string) =>
  formatPolicy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    // The preview of the payment page.
    'frame-src': baseUrl,
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html',
  })

const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** The dependencies of the portal's pages. */
export interface PortalPagesPorts {
  readonly program: PortalProgram
  readonly baseUrl: () => string
  /** Shown before a person has signed in, who may have more than one installation open. */
  readonly environment: 'test' | 'production'
}

/**
 * Serves the portal: one document for every page, without a merchant's data, which its program requests. An address without a
 * page has the document too, with status 404: its program says so, and leads back.
 */
export function registerPortalPages(
  server: HttpServer,
  { program: { script, parts, style }, baseUrl, environment }: PortalPagesPorts,
): void {
  const assets = [
    { path: '/portal.js', asset: new Asset(JAVASCRIPT, script) },
    { path: '/portal.css', asset: new Asset('text/css; charset=utf-8', style) },
  ]
  for (const { path, asset } of assets)
    server.get(path, { config: AT_PORTAL }, (request, reply) =>
      sendAsset(request, reply, asset, { 'cache-control': 'no-cache' }),
    )
  registerParts(server, parts)
  const document = (): Page => portalDocument(baseUrl(), environment)
  for (const path of PORTAL_PATHS)
    server.get(path, { config: AT_PORTAL, constraints: { origin: 'portal' } }, (_request, reply) =>
      sendPage(reply, document()),
    )
  server.edge.notFoundPages.portal = document
}

/** A document that was loaded before an upgrade may ask for a part of the version before. */
function registerParts(server: HttpServer, parts: PortalProgram['parts']): void {
  const assets = new Map([...parts].map(([name, part]) => [name, new Asset(JAVASCRIPT, part)]))
  server.get('/portal-pages/:file', { config: AT_PORTAL }, (request, reply) => {
    const asset = assets.get((request.params as { readonly file: string }).file)
    if (asset === undefined) throw new RequestRefusal(404, { error: 'Not Found' })
    // The name has the hash of the content.
    return sendAsset(request, reply, asset, { 'cache-control': 'public, max-age=31536000, immutable' })
  })
}

function portalDocument(baseUrl: string, environment: PortalPagesPorts['environment']): Page {
  return {
    csp: policy(baseUrl),
    headers: { 'cross-origin-opener-policy': 'same-origin' },
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/portal.css" />
          <title>Sluice portal</title>
          <script type="module" src="/portal.js"></script>
        </head>
        <body>
          <sluice-portal environment="${environment}"></sluice-portal>
          <noscript><p>The portal needs JavaScript.</p></noscript>
        </body>
      </html>`,
  }
}
