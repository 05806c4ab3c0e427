import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { formatPolicy, html, sendPage } from '@sluice/shared/html'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import { Asset, sendAsset } from './asset.ts'
import { fillSamples } from './fill-samples.ts'

export interface DocumentationPorts {
  /** The folder of the built site; null if no site is served. The first request for a page reads it, so it need not exist. */
  readonly documentationFolder: URL | null
  /** The demo merchant's variables as lines of an `.env` file; `null` before the gateway listens. */
  readonly readDemoEnvironment: () => string | null
}

const AT_PORTAL = { config: { origin: 'portal', leadsToPortal: true } } as const

/** The site has no inline scripts or styles, and requests nothing from other origins. */
const POLICY = formatPolicy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
})

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
}

/** Serves `/docs`: the documentation, with the demo merchant's addresses and keys in its samples. */
export function registerDocumentation(
  server: HttpServer,
  { documentationFolder, readDemoEnvironment }: DocumentationPorts,
): void {
  let names: ReadonlySet<string> | undefined
  const assets = new Map<string, Asset>()
  const send = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    if (documentationFolder === null) return sendNotBuilt(reply)
    names ??= listFiles(documentationFolder)
    if (names.size === 0) return sendNotBuilt(reply)
    if (!names.has(name)) throw notFoundRefusal()
    const environment = readDemoEnvironment()
    const asset = assets.get(name) ?? readAsset(new URL(name, documentationFolder), environment)
    if (environment !== null) assets.set(name, asset)
    return sendAsset(request, reply, asset, {
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
    })
  }
  server.get('/docs', AT_PORTAL, (_request, reply) => reply.redirect('/docs/index.html'))
  server.get('/docs/*', AT_PORTAL, (request, reply) => {
    const { '*': name } = request.params as { readonly '*': string }
    return send(request, reply, name === '' ? 'index.html' : name)
  })
}

/** Lists the paths below the folder, with slashes; none if it is missing. */
function listFiles(folder: URL): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return new Set(entries.map((name) => name.replaceAll('\\', '/')).filter((name) => extname(name) in TYPES))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set()
    throw error
  }
}

function readAsset(file: URL, environment: string | null): Asset {
  const extension = extname(fileURLToPath(file))
  const type = TYPES[extension] ?? ''
  if (extension === '.webp') return new Asset(type, readFileSync(file))
  return new Asset(type, fillSamples(readFileSync(file, 'utf8'), environment))
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return sendPage(reply, {
    status: 404,
    csp: {
      'default-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>Sluice documentation</title>
        </head>
        <body>
          <p>
            The documentation has not been built. Run <code>npm run docs</code> in the repository, then start
            the gateway again.
          </p>
        </body>
      </html>`,
  })
}
