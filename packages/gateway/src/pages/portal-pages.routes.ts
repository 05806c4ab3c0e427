import type { PortalProgram } from '@sluice/portal/assets'
import { formatPolicy, html, sendPage } from '@sluice/shared/html'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { Asset, sendAsset } from './asset.ts'

const PATHS = [
  '/',
  '/payments',
  '/payments/:id',
  '/customers',
  '/customers/:id',
  '/checkout-sessions',
  '/payment-links',
  '/webhooks',
  '/webhooks/:id',
  '/devices',
  '/devices/:id',
  '/overview',
  '/errors',
  '/users',
  '/sessions',
  '/trail',
  '/settings',
  '/test-tools',
  '/design',
  '/settings/:id',
  '/merchants',
  '/merchants/:id',
  '/decisions',
  '/accounts',
  '/events',
  '/service',
  '/audit',
]

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

/** Serves the portal: one document for every page, without a merchant's data, which its program requests. */
export function registerPortalPages(
  server: HttpServer,
  { script, style }: PortalProgram,
  baseUrl: () => string,
): void {
  const assets = [
    { path: '/portal.js', asset: new Asset('text/javascript; charset=utf-8', script) },
    { path: '/portal.css', asset: new Asset('text/css; charset=utf-8', style) },
  ]
  for (const { path, asset } of assets)
    server.get(path, { config: AT_PORTAL }, (request, reply) =>
      sendAsset(request, reply, asset, { 'cache-control': 'no-cache' }),
    )
  for (const path of PATHS)
    server.get(path, { config: AT_PORTAL, constraints: { origin: 'portal' } }, (_request, reply) =>
      sendPage(reply, {
        csp: policy(baseUrl()),
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
              <sluice-portal></sluice-portal>
              <noscript><p>The portal needs JavaScript.</p></noscript>
            </body>
          </html>`,
      }),
    )
}
