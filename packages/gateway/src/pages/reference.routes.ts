import type { IncomingHttpHeaders } from 'node:http'
import { fastify } from 'fastify'

import { html, sendPage } from '@sluice/shared/html'
import { baseUrlOf, type HttpServer, originUrlOf } from '@sluice/platform/http/http-server'
import { findOperator, operatorRule } from '@sluice/platform/http/identify-operator'

import { Asset, sendAsset } from './asset.ts'
import { addFirstPayment, fillInCredentials, type FirstSteps } from './first-steps.ts'
import { describeApi } from './openapi.routes.ts'

export interface ReferencePorts {
  /** What the operator begins with; null where there is nothing to pay with. */
  readonly firstSteps: () => Promise<FirstSteps | null>
}

const PAGE_PATH = '/reference'
const SCRIPT_PATH = '/reference/reference.js'
const AT_PORTAL = { config: { origin: 'portal', leadsToPortal: true } } as const

/** Everything off that would call another origin: fonts, counting, assistants, proxies, sharing. */
const CONFIGURATION = {
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

/** What the page asks: the API, and who issues tokens for it. */
function apiOrigins(server: HttpServer): ReadonlySet<string> {
  const { authUrl } = server.edge.options.config
  return new Set([baseUrlOf(server), ...(authUrl === null ? [] : [new URL(authUrl).origin])])
}

/**
 * Serves `/reference`: the API to read and to try, from this service alone. For the operator its credentials are filled in; others,
 * who may reach a shared test environment too, fill in their own.
 */
export function registerReference(server: HttpServer, { firstSteps }: ReferencePorts): void {
  const { config, operatorToken, operatorPrograms } = server.edge.options
  const rule = operatorRule(config, operatorToken ?? null, operatorPrograms)
  let script: Promise<Asset> | undefined

  async function configure(headers: IncomingHttpHeaders): Promise<object> {
    const operator = findOperator(headers, rule, originUrlOf(server, 'portal'))
    const steps = operator?.areas.has('simulators') ? await firstSteps() : null
    if (steps === null) return { ...CONFIGURATION, url: `${baseUrlOf(server)}/openapi.json` }
    return {
      ...CONFIGURATION,
      content: addFirstPayment(describeApi(server), steps),
      authentication: fillInCredentials(steps),
    }
  }

  server.get(PAGE_PATH, AT_PORTAL, async (request, reply) =>
    sendPage(reply, {
      csp: {
        'default-src': "'none'",
        'script-src': "'self'",
        // The program makes style elements as it goes. Nothing of a visitor's gets into the page, so no style does.
        'style-src': "'unsafe-inline'",
        'img-src': "'self' data:",
        'connect-src': [...apiOrigins(server)].join(' '),
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
              <a href="${baseUrlOf(server)}/openapi.json">openapi.json</a></noscript
            >
            <div
              id="api-reference"
              data-configuration="${JSON.stringify(await configure(request.headers))}"
            ></div>
            <script src="${SCRIPT_PATH}"></script>
          </body>
        </html>`,
    }),
  )
  server.get(SCRIPT_PATH, AT_PORTAL, async (request, reply) => {
    script ??= loadScript()
    return sendAsset(request, reply, await script, { 'cache-control': 'public, max-age=300' })
  })
}

/**
 * The program that draws the page. It is 3.5 MB, in a chunk of its own that is loaded when the page is first opened, and its package
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
