import { createHash } from 'node:crypto'

import { parseUrl } from '@sluice/types'
import type { Language } from '@sluice/types/vocabulary'
import { REPORT_DIRECTIVES, REPORTING_ENDPOINTS } from '@sluice/platform/http/csp-reporting'
import { type ContentSecurityPolicy, formatPolicy } from '@sluice/shared/html'
import {
  type ClientKeyOwner,
  type HttpServer,
  type ResolveClientKey,
} from '@sluice/platform/http/http-server'
import type { ScriptRecord } from '@sluice/shared/script-record'
import { namesBelowLocalhost, type Origins } from '@sluice/platform/http/origins'

import { Asset, sendAsset } from './asset.ts'
import { registerBrowserScript } from './browser-script.routes.ts'
import type { FrameDocument } from './frame-document.ts'
import { findFrameRefusal, sendRefusal } from './refusal-frame.ts'
import { describeWalletScript, registerScriptInventory } from './script-inventory.routes.ts'

/** What merchants' pages load from us; the browser library's build makes it. */
export interface BrowserAssets {
  readonly script: string
  /** Names what the script is: another one has another. */
  readonly release: string
  /** Of the library; its script itself first. */
  readonly scripts: readonly ScriptRecord[]
  readonly cardFrame: FrameDocument
  readonly threeDsFrame: FrameDocument
  readonly methodsFrame: FrameDocument
  /** Served in place of a frame, to say why there is none. */
  readonly refusalFrame: FrameDocument
  /** Markup that makes a frame speak languages beyond those of its script. */
  readonly furtherTexts: (languages: readonly Language[]) => string
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
  /** What a merchant's pages can be shown in besides the languages that every merchant speaks. */
  readonly listLanguages: (merchantId: string) => Promise<readonly Language[]>
  /** Addresses of the wallets' scripts that sessions name; without it none. */
  readonly walletScripts?: () => readonly string[]
  /** What the other pages of a payment run. */
  readonly furtherScripts?: readonly ScriptRecord[]
}

const AT_METHODS = { config: { origin: 'methods' } } as const

const LOOPBACK_SOURCES = 'http://localhost:* http://*.localhost:* http://127.0.0.1:*'

/** Serves the browser library and the documents that it opens in frames. */
export function registerBrowserAssets(
  server: HttpServer,
  {
    assets,
    resolveClientKey,
    listLanguages,
    walletScripts = () => [],
    furtherScripts = [],
  }: BrowserAssetPorts,
): void {
  const textsFor: TextsFor = async (owner) =>
    owner === null ? '' : assets.furtherTexts(await listLanguages(owner.merchantId))
  registerBrowserScript(server, assets)
  const simulatedHash = createHash('sha384').update(assets.simulatedWallets.gwalletPay).digest('base64')
  registerScriptInventory(server, {
    release: assets.release,
    list: () => {
      const simulated = { origin: server.edge.origins().urls.bank, integrity: `sha384-${simulatedHash}` }
      const wallets = walletScripts().map((address) => describeWalletScript(address, simulated))
      return [...assets.scripts, ...furtherScripts, ...wallets]
    },
  })
  registerCardFrame(server, assets, { resolveClientKey, textsFor })
  registerMethodsFrame(server, assets, { resolveClientKey, textsFor, walletScripts })
  registerMethodsAddress(server, assets, resolveClientKey)
  registerThreeDsFrame(server, assets, { resolveClientKey, textsFor })
}

/** What a frame of the key's owner has to be told, so that it speaks all the owner's languages. */
type TextsFor = (owner: ClientKeyOwner | null) => Promise<string>

interface FramePorts {
  readonly resolveClientKey: ResolveClientKey
  readonly textsFor: TextsFor
}

/** The document that holds card data: only pages of the key's merchant may frame it, and it talks to us alone. */
function registerCardFrame(
  server: HttpServer,
  { cardFrame: frame, refusalFrame }: BrowserAssets,
  { resolveClientKey, textsFor }: FramePorts,
): void {
  const assetFor = keepFor((texts) => new Asset('text/html; charset=utf-8', beginBody(frame, texts)))
  const { environment } = server.edge.options.config
  server.get('/embedded-fields/card-frame/:client_key', async (request, reply) => {
    const { client_key: clientKey } = request.params as { readonly client_key: string }
    const owner = await resolveClientKey(clientKey)
    const origins = server.edge.origins()
    const refusal = findFrameRefusal(owner, request, { environment, own: origins.baseAliases })
    if (refusal !== null) return sendRefusal(request, reply, refusalFrame, refusal)
    return sendAsset(request, reply, assetFor(await textsFor(owner)), {
      'content-security-policy': formatPolicy(
        cardFramePolicy(frame, {
          ancestors: frameAncestors(owner?.origins ?? [], environment, ["'self'"]),
          names: namesBelowLocalhost(origins),
        }),
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

function cardFramePolicy(
  frame: FrameDocument,
  { ancestors, names }: { readonly ancestors: string; readonly names: readonly string[] },
): ContentSecurityPolicy {
  return {
    'default-src': "'none'",
    'script-src': quoteHash(frame.scriptHash),
    'style-src': quoteHash(frame.styleHash),
    'img-src': "'self' data:",
    // The merchant's font, which the gateway has fetched and checked.
    'font-src': "'self'",
    'connect-src': ["'self'", ...names].join(' '),
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': ancestors,
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...REPORT_DIRECTIVES,
  }
}

/**
 * Sends frames of merchants' pages on to the methods frame: its origin is another one, so that what runs there reaches nothing
 * here, and a page knows the base origin only.
 */
function registerMethodsAddress(
  server: HttpServer,
  { refusalFrame }: BrowserAssets,
  resolveClientKey: ResolveClientKey,
): void {
  const { environment } = server.edge.options.config
  server.get('/embedded-fields/find/methods-frame/:client_key', async (request, reply) => {
    const { client_key: clientKey } = request.params as { readonly client_key: string }
    const owner = await resolveClientKey(clientKey)
    const { baseAliases, urls } = server.edge.origins()
    const refusal = findFrameRefusal(owner, request, { environment, own: baseAliases })
    if (refusal !== null) return sendRefusal(request, reply, refusalFrame, refusal)
    return reply
      .code(TEMPORARY_REDIRECT)
      .headers({
        'cache-control': 'private, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'require-corp',
      })
      .header('location', `${urls.methods}/embedded-fields/methods-frame/${clientKey}`)
      .send()
  })
}

const TEMPORARY_REDIRECT = 307

/** The document of everything that is no card: only here may the scripts of wallets run. */
function registerMethodsFrame(
  server: HttpServer,
  { methodsFrame: frame, refusalFrame }: BrowserAssets,
  {
    resolveClientKey,
    textsFor,
    walletScripts,
  }: FramePorts & Required<Pick<BrowserAssetPorts, 'walletScripts'>>,
): void {
  const assetsFor = keepFor((baseUrl) =>
    keepFor((texts) => new Asset('text/html; charset=utf-8', beginBody(frame, texts, baseUrl))),
  )
  const { environment } = server.edge.options.config
  server.get('/embedded-fields/methods-frame/:client_key', AT_METHODS, async (request, reply) => {
    const { client_key: clientKey } = request.params as { readonly client_key: string }
    const owner = await resolveClientKey(clientKey)
    const { baseAliases, urls } = server.edge.origins()
    const refusal = findFrameRefusal(owner, request, { environment, own: baseAliases })
    if (refusal !== null) return sendRefusal(request, reply, refusalFrame, refusal)
    const names = namesBelowLocalhost({ urls })
    const wallets = [...new Set(walletScripts().map((address) => new URL(address).origin))]
    const isOurs = wallets.every((origin) => Object.values(urls).includes(origin))
    const policy = methodsFramePolicy(frame, {
      ancestors: frameAncestors(owner?.origins ?? [], environment, hostedPages(server.edge.origins())),
      api: urls.base,
      // A frame that asks for a name asks for its own origin, too.
      names: names.length > 0 ? [urls.methods, ...names] : [],
      wallets,
    })
    return sendAsset(request, reply, assetsFor(urls.base)(await textsFor(owner)), {
      'content-security-policy': formatPolicy(policy),
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

/**
 * Tells a frame what differs between merchants and gateways.
 *
 * @param baseUrl - of the API, where it is at another origin: no file of ours holds an address.
 */
function beginBody({ html: document }: FrameDocument, texts: string, baseUrl?: string): string {
  const base = baseUrl === undefined ? '' : ` data-base="${baseUrl}"`
  return document.replace('<body>', () => `<body${base}>${texts}`)
}

/** Made once for each address: that is, once the server listens. */
function keepFor<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

/** A wallet's script brings scripts, frames and requests of its own, and writes markup that no policy of ours covers. */
function methodsFramePolicy(
  frame: FrameDocument,
  {
    ancestors,
    api,
    names,
    wallets,
  }: Readonly<Record<'ancestors' | 'api', string>> & Readonly<Record<'names' | 'wallets', readonly string[]>>,
): ContentSecurityPolicy {
  return {
    'default-src': "'none'",
    'script-src': [quoteHash(frame.scriptHash), ...wallets].join(' '),
    'style-src': quoteHash(frame.styleHash),
    'img-src': "'self' data:",
    'font-src': api,
    'connect-src': [...new Set([api, ...names, ...wallets])].join(' '),
    ...(wallets.length > 0 && { 'frame-src': wallets.join(' ') }),
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': ancestors,
    ...(wallets.length === 0 && { 'require-trusted-types-for': "'script'", 'trusted-types': 'lit-html' }),
    ...REPORT_DIRECTIVES,
  }
}

/** The wrapper of a bank's pages. Banks are unknown in advance, so it may frame any page, and holds no card data. */
function registerThreeDsFrame(
  server: HttpServer,
  { threeDsFrame: frame, refusalFrame }: BrowserAssets,
  { resolveClientKey, textsFor }: FramePorts,
): void {
  const assetFor = keepFor((texts) => new Asset('text/html; charset=utf-8', beginBody(frame, texts)))
  const { environment } = server.edge.options.config
  server.get('/three-ds/frame/:client_key', AT_METHODS, async (request, reply) => {
    const { client_key: clientKey } = request.params as { readonly client_key: string }
    const owner = await resolveClientKey(clientKey)
    const { baseAliases, urls } = server.edge.origins()
    const refusal = findFrameRefusal(owner, request, { environment, own: baseAliases })
    if (refusal !== null) return sendRefusal(request, reply, refusalFrame, refusal)
    // A browser that came by HTTPS frames and asks no address by HTTP; simulated banks of a gateway without it do.
    const isPlain = environment === 'test' && urls.base.startsWith('http:')
    const policy = threeDsFramePolicy(frame, {
      banks: isPlain ? `https: ${LOOPBACK_SOURCES}` : 'https:',
      ancestors: frameAncestors(owner?.origins ?? [], environment, hostedPages(server.edge.origins())),
    })
    return sendAsset(request, reply, assetFor(await textsFor(owner)), {
      'content-security-policy': formatPolicy(policy),
      ...REPORTING_ENDPOINTS,
      'cache-control': 'private, max-age=300',
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
    'img-src': 'data:',
    'frame-src': banks,
    'form-action': banks,
    'base-uri': "'none'",
    'frame-ancestors': ancestors,
    ...REPORT_DIRECTIVES,
  }
}

/** Where hosted payment pages are, as policies write it. */
function hostedPages({ baseAliases, urls }: Origins): readonly string[] {
  const scheme = new URL(urls.base).protocol
  // A service that is reached by https has no pages without. Policies have no way to write an IPv6 address.
  return baseAliases.filter((origin) => origin.startsWith(scheme) && !origin.includes('['))
}

/** @param own - pages of ours. @returns source expressions: those, and pages of the merchant. */
function frameAncestors(
  origins: ClientKeyOwner['origins'],
  environment: 'test' | 'production',
  own: readonly string[],
): string {
  if (origins === '*') return environment === 'test' ? '*' : own.join(' ')
  // An origin goes into a header: text that is more than an origin stays out.
  const exact = origins.filter((origin) => parseUrl(origin)?.origin === origin)
  return [...own, ...exact].join(' ')
}

function quoteHash(hash: string): string {
  return `'${hash}'`
}
