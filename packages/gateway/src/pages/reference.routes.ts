import { fastify } from 'fastify'
import { html, sendPage } from '../platform/http/html.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import { Asset, sendAsset } from './asset.ts'

const PAGE_PATH = '/reference'
const SCRIPT_PATH = '/reference/reference.js'

/** Everything off that would ask somebody else for something: fonts, counting, assistants, proxies, sharing. */
const CONFIGURATION = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'direct',
  theme: 'default',
}

/** Serves `/reference`: the API to read and to try, from this service alone. */
export function registerReference(server: HttpServer): void {
  let script: Promise<Asset> | undefined
  server.get(PAGE_PATH, (_request, reply) =>
    sendPage(reply, {
      csp: {
        'default-src': "'none'",
        'script-src': "'self'",
        // The program makes style elements as it goes. Nothing of a visitor's gets into the page, so no style does.
        'style-src': "'unsafe-inline'",
        'img-src': "'self' data:",
        'connect-src': "'self'",
        'form-action': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      },
      body: html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <link rel="icon" href="data:," />
            <title>Sluice API reference</title>
          </head>
          <body>
            <noscript
              >This page needs JavaScript. The same in one file:
              <a href="/openapi.json">openapi.json</a></noscript
            >
            <div id="api-reference" data-configuration="${JSON.stringify(CONFIGURATION)}"></div>
            <script src="${SCRIPT_PATH}"></script>
          </body>
        </html>`,
    }),
  )
  server.get(SCRIPT_PATH, async (request, reply) => {
    script ??= loadScript()
    return sendAsset(request, reply, await script, { 'cache-control': 'public, max-age=300' })
  })
}

/**
 * The program that draws the page. It is 3.5 MB, so it is loaded when somebody first opens the page, and its package
 * gives it to a server only, so a server that never listens asks for it.
 */
async function loadScript(): Promise<Asset> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const source = fastify()
  await source.register(apiReference, { configuration: { url: '/openapi.json' } })
  const { body } = await source.inject(`${PAGE_PATH}/js/scalar.js`)
  await source.close()
  return new Asset('text/javascript; charset=utf-8', body)
}
