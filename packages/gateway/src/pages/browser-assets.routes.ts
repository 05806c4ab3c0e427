import { type ContentSecurityPolicy, formatPolicy, html, sendPage } from '../platform/http/html.ts'
import type { ClientKeyOwner, HttpServer, ResolveClientKey } from '../platform/http/http-server.ts'
import { Asset, sendAsset } from './asset.ts'

/** A document of one file, with the hashes of the script and the style inside it. */
export interface FrameDocument {
  readonly html: string
  /** `sha256-…` */
  readonly scriptHash: string
  /** `sha256-…` */
  readonly styleHash: string
}

/** What merchants' pages load from us; the browser library's build makes it. */
export interface BrowserAssets {
  readonly script: string
  /** `sha384-…`, for pages that pin the versioned script. */
  readonly scriptIntegrity: string
  readonly version: string
  readonly cardFrame: FrameDocument
  readonly threeDsFrame: FrameDocument
}

export interface BrowserAssetPorts {
  readonly assets: BrowserAssets
  readonly resolveClientKey: ResolveClientKey
}

// Five minutes is how long a fix of ours may take to reach shops.
const SHORT_CACHE = 'public, max-age=300'
// The version is in the path, so what is there never changes.
const LONG_CACHE = 'public, max-age=31536000, immutable'

// Any page may load these. SRI works across origins only where CORS lets the page read what it checks.
const FOR_ANY_PAGE = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }

const LOOPBACK_SOURCES = 'http://localhost:* http://127.0.0.1:*'

/** Serves the browser library and the two documents that it opens in frames. */
export function registerBrowserAssets(
  server: HttpServer,
  { assets, resolveClientKey }: BrowserAssetPorts,
): void {
  registerScript(server, assets)
  registerCardFrame(server, assets.cardFrame, resolveClientKey)
  registerThreeDsFrame(server, assets.threeDsFrame)
}

function registerScript(server: HttpServer, { script, version }: BrowserAssets): void {
  const asset = new Asset('text/javascript; charset=utf-8', script)
  const addresses = {
    '/embedded-fields.js': SHORT_CACHE,
    '/embedded-fields.v1.js': SHORT_CACHE,
    [`/embedded-fields/${version}/embedded-fields.js`]: LONG_CACHE,
  }
  for (const [path, cache] of Object.entries(addresses)) {
    server.get(path, (request, reply) =>
      sendAsset(request, reply, asset, { ...FOR_ANY_PAGE, 'cache-control': cache }),
    )
  }
}

/** The document that holds card data: only pages of the key's merchant may frame it, and it talks to us alone. */
function registerCardFrame(
  server: HttpServer,
  frame: FrameDocument,
  resolveClientKey: ResolveClientKey,
): void {
  const asset = new Asset('text/html; charset=utf-8', frame.html)
  const { environment } = server.edge.options.config
  server.get('/embedded-fields/card-frame/:client_key', async (request, reply) => {
    const { client_key: clientKey } = request.params as { readonly client_key: string }
    const owner = await resolveClientKey(clientKey)
    if (!owner) return sendPage(reply, UNKNOWN_KEY_PAGE)
    return sendAsset(request, reply, asset, {
      'content-security-policy': formatPolicy(cardFramePolicy(frame, frameAncestors(owner, environment))),
      'cache-control': 'private, max-age=300',
      'referrer-policy': 'origin',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
  })
}

function cardFramePolicy(frame: FrameDocument, ancestors: string): ContentSecurityPolicy {
  return {
    'default-src': "'none'",
    'script-src': quoteHash(frame.scriptHash),
    'style-src': quoteHash(frame.styleHash),
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': ancestors,
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html',
  }
}

/** The wrapper of a bank's pages. Banks are unknown in advance, so it may frame anybody, and holds no card data. */
function registerThreeDsFrame(server: HttpServer, frame: FrameDocument): void {
  const asset = new Asset('text/html; charset=utf-8', frame.html)
  const isTest = server.edge.options.config.environment === 'test'
  const banks = isTest ? `https: ${LOOPBACK_SOURCES}` : 'https:'
  const policy: ContentSecurityPolicy = {
    'default-src': "'none'",
    'script-src': quoteHash(frame.scriptHash),
    'style-src': quoteHash(frame.styleHash),
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-src': banks,
    'form-action': banks,
    'base-uri': "'none'",
    'frame-ancestors': isTest ? '*' : 'https:',
  }
  const headers = {
    'content-security-policy': formatPolicy(policy),
    'cache-control': 'public, max-age=300',
    // Banks may ask for the page that they are framed in, no more.
    'referrer-policy': 'origin',
    'cross-origin-resource-policy': 'cross-origin',
  }
  server.get('/three-ds/frame', (request, reply) => sendAsset(request, reply, asset, headers))
}

/** @returns source expressions: pages of the merchant, and our own. */
function frameAncestors({ origins }: ClientKeyOwner, environment: 'test' | 'production'): string {
  if (origins === '*') return environment === 'test' ? '*' : "'self'"
  // An origin goes into a header: whatever is more than an origin stays out.
  const exact = origins.filter((origin) => URL.parse(origin)?.origin === origin)
  return ["'self'", ...exact].join(' ')
}

function quoteHash(hash: string): string {
  return `'${hash}'`
}

const UNKNOWN_KEY_PAGE = {
  status: 404,
  // Framed by a page of anybody: whoever mistyped the key shall see this instead of an empty box.
  csp: "default-src 'none'; frame-ancestors *",
  headers: { 'cross-origin-resource-policy': 'cross-origin', 'cross-origin-embedder-policy': 'require-corp' },
  body: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Unknown client key</title>
      </head>
      <body>
        <p>This client key does not exist.</p>
      </body>
    </html>`,
}
