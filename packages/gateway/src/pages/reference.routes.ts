import type { IncomingHttpHeaders } from 'node:http'
import { fastify } from 'fastify'

import { html, sendPage } from '@sluice/shared/html'
import { baseUrlOf, type HttpServer, originUrlOf } from '@sluice/platform/http/http-server'
import { findOperator, operatorRule } from '@sluice/platform/http/identify-operator'

import { Asset, sendAsset } from './asset.ts'
import { addFirstPayment, fillInCredentials, type FirstSteps } from './first-steps.ts'
import { describeApi } from './openapi.routes.ts'

export interface ReferencePorts {
  /** Returns the operator's first steps; null if there is no payment method. */
  readonly firstSteps: () => Promise<FirstSteps | null>
}

const PAGE_PATH = '/reference'
const SCRIPT_PATH = '/reference/reference.js'
const AT_PORTAL = { config: { origin: 'portal', leadsToPortal: true } } as const

/** Turns off everything that would call another origin: fonts, telemetry, assistants, proxies, sharing. */
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

/** Returns the origins that the page calls: the API, and the issuer of its tokens. */
function apiOrigins(server: HttpServer): ReadonlySet<string> {
  const { authUrl } = server.edge.options.config
  return new Set([baseUrlOf(server), ...(authUrl === null ? [] : [new URL(authUrl).origin])])
}

/**
 * Serves `/reference`, where people read and try the API, from this service alone. The operator gets prefilled
 * credentials; other users of a shared test environment enter their own.
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
        // The program creates style elements at run time. No visitor's input gets into the page, so no foreign style
        // does.
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
 * Loads the program that renders the page: 3.5 MB in a separate chunk, loaded when the page is first opened. Its
 * package provides it only through a server, so a server that never listens requests it.
 */
async function loadScript(): Promise<Asset> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const source = fastify()
  await source.register(apiReference, { configuration: { url: '/openapi.json' } })
  const { body } = await source.inject(`${PAGE_PATH}/js/scalar.js`)
  await source.close()
  return new Asset('text/javascript; charset=utf-8', body)
}
