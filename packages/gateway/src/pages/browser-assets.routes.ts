import { REPORT_DIRECTIVES, REPORTING_ENDPOINTS } from '../platform/http/csp-reporting.ts'
import { type ContentSecurityPolicy, formatPolicy } from '../platform/http/html.ts'
import {
  baseUrlOf,
  type ClientKeyOwner,
  type HttpServer,
  type ResolveClientKey,
} from '../platform/http/http-server.ts'
import { Asset, sendAsset } from './asset.ts'
import { registerBrowserScript, type ScriptRecord } from './browser-script.routes.ts'
import type { FrameDocument } from './frame-document.ts'
import { findRefusal, sendRefusal } from './refusal-frame.ts'

/** What merchants' pages load from us; the browser library's build makes it. */
export interface BrowserAssets {
  readonly script: string
  /** Names what the script is: another one has another. */
  readonly release: string
  readonly scripts: readonly ScriptRecord[]
  readonly cardFrame: FrameDocument
  readonly threeDsFrame: FrameDocument
  readonly methodsFrame: FrameDocument
  /** Served in place of a frame, to say why there is none. */
  readonly refusalFrame: FrameDocument
  /** Programs of wallets for tests; the simulators serve them. */
  readonly simulatedWallets: {
    readonly gwalletPay: string
    readonly awalletPay: string
    readonly sheet: string
  }
}

export interface BrowserAssetPorts {
  readonly assets: BrowserAssets
  readonly resolveClientKey: ResolveClientKey
  /** Addresses of the wallets' scripts that sessions name; without it none. */
  readonly walletScripts?: () => readonly string[]
}

const LOOPBACK_SOURCES = 'http://localhost:* http://*.localhost:* http://127.0.0.1:*'

/** Serves the browser library and the documents that it opens in frames. */
export function registerBrowserAssets(
  server: HttpServer,
  { assets, resolveClientKey, walletScripts = () => [] }: BrowserAssetPorts,
): void {
  registerBrowserScript(server, assets)
  registerCardFrame(server, assets, resolveClientKey)
  registerMethodsFrame(server, assets, { resolveClientKey, walletScripts })
  registerThreeDsFrame(server, assets.threeDsFrame)
}

/** The document that holds card data: only pages of the key's merchant may frame it, and it talks to us alone. */
function registerCardFrame(
  server: HttpServer,
  { cardFrame: frame, refusalFrame }: BrowserAssets,
  resolveClientKey: ResolveClientKey,
): void {
  const asset = new Asset('text/html; charset=utf-8', frame.html)
  const { environment } = server.edge.options.config
  server.get('/embedded-fields/card-frame/:client_key', async (request, reply) => {
    const { client_key: clientKey } = request.params as { readonly client_key: string }
    const owner = await resolveClientKey(clientKey)
    const refusal = findRefusal(owner, request, { environment, baseUrl: baseUrlOf(server) })
    if (refusal !== null) return sendRefusal(request, reply, refusalFrame, refusal)
    return sendAsset(request, reply, asset, {
      'content-security-policy': formatPolicy(
        cardFramePolicy(frame, frameAncestors(owner?.origins ?? [], environment)),
      ),
      ...REPORTING_ENDPOINTS,
      'cache-control': 'private, max-age=300',
      'referrer-policy': 'strict-origin',
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
    // The merchant's font, which the gateway has fetched and checked.
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': ancestors,
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...REPORT_DIRECTIVES,
  }
}

/** The document of everything that is no card: only here may the scripts of wallets run. */
function registerMethodsFrame(
  server: HttpServer,
  { methodsFrame: frame, refusalFrame }: BrowserAssets,
  { resolveClientKey, walletScripts }: Required<Omit<BrowserAssetPorts, 'assets'>>,
): void {
  const asset = new Asset('text/html; charset=utf-8', frame.html)
  const { environment } = server.edge.options.config
  server.get('/embedded-fields/methods-frame/:client_key', async (request, reply) => {
    const { client_key: clientKey } = request.params as { readonly client_key: string }
    const owner = await resolveClientKey(clientKey)
    const refusal = findRefusal(owner, request, { environment, baseUrl: baseUrlOf(server) })
    if (refusal !== null) return sendRefusal(request, reply, refusalFrame, refusal)
    const wallets = [...new Set(walletScripts().map((address) => new URL(address).origin))]
    const isOurs = wallets.every((origin) => origin === new URL(baseUrlOf(server)).origin)
    return sendAsset(request, reply, asset, {
      'content-security-policy': formatPolicy(
        methodsFramePolicy(frame, frameAncestors(owner?.origins ?? [], environment), wallets),
      ),
      ...REPORTING_ENDPOINTS,
      'cache-control': 'private, max-age=300',
      'referrer-policy': 'strict-origin',
      'cross-origin-resource-policy': 'cross-origin',
      // Wallets of others frame documents that know nothing of it; without one the frame fits into any page.
      ...(isOurs && { 'cross-origin-embedder-policy': 'require-corp' }),
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
  })
}

/** A wallet's script brings scripts, frames and requests of its own, and writes markup that no policy of ours covers. */
function methodsFramePolicy(
  frame: FrameDocument,
  ancestors: string,
  wallets: readonly string[],
): ContentSecurityPolicy {
  return {
    'default-src': "'none'",
    'script-src': [quoteHash(frame.scriptHash), ...wallets].join(' '),
    'style-src': quoteHash(frame.styleHash),
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...wallets].join(' '),
    ...(wallets.length > 0 && { 'frame-src': wallets.join(' ') }),
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': ancestors,
    ...(wallets.length === 0 && { 'require-trusted-types-for': "'script'", 'trusted-types': 'lit-html' }),
    ...REPORT_DIRECTIVES,
  }
}

/** The wrapper of a bank's pages. Banks are unknown in advance, so it may frame anybody, and holds no card data. */
function registerThreeDsFrame(server: HttpServer, frame: FrameDocument): void {
  const asset = new Asset('text/html; charset=utf-8', frame.html)
  const { environment } = server.edge.options.config
  server.get('/three-ds/frame', (request, reply) => {
    // A browser that came by HTTPS frames and asks nobody by HTTP; simulated banks of a gateway without it do.
    const isPlain = environment === 'test' && baseUrlOf(server).startsWith('http:')
    const policy = threeDsFramePolicy(frame, {
      banks: isPlain ? `https: ${LOOPBACK_SOURCES}` : 'https:',
      ancestors: environment === 'test' ? '*' : 'https:',
    })
    return sendAsset(request, reply, asset, {
      'content-security-policy': formatPolicy(policy),
      ...REPORTING_ENDPOINTS,
      'cache-control': 'public, max-age=300',
      // Banks may ask for the page that they are framed in, no more.
      'referrer-policy': 'strict-origin',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
}

function threeDsFramePolicy(
  frame: FrameDocument,
  { banks, ancestors }: { readonly banks: string; readonly ancestors: string },
): ContentSecurityPolicy {
  return {
    'default-src': "'none'",
    'script-src': quoteHash(frame.scriptHash),
    'style-src': quoteHash(frame.styleHash),
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-src': banks,
    'form-action': banks,
    'base-uri': "'none'",
    'frame-ancestors': ancestors,
    ...REPORT_DIRECTIVES,
  }
}

/** @returns source expressions: pages of the merchant, and our own. */
function frameAncestors(origins: ClientKeyOwner['origins'], environment: 'test' | 'production'): string {
  if (origins === '*') return environment === 'test' ? '*' : "'self'"
  // An origin goes into a header: whatever is more than an origin stays out.
  const exact = origins.filter((origin) => URL.parse(origin)?.origin === origin)
  return ["'self'", ...exact].join(' ')
}

function quoteHash(hash: string): string {
  return `'${hash}'`
}
