import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

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

import { Asset, FOR_ANY_PAGE, sendAsset, SHORT_CACHE } from './asset.ts'
import { registerBrowserScript } from './browser-script.routes.ts'
import type { FrameDocument } from './frame-document.ts'
import { findFrameRefusal, sendRefusal } from './refusal-frame.ts'
import { describeWalletScript, registerScriptInventory } from './script-inventory.routes.ts'

/** The files that merchants' pages load, from the build of the browser library. */
export interface BrowserAssets {
  readonly script: string
  /** The release of the script; each script has its own. */
  readonly release: string
  /** The files of the library, beginning with the script. */
  readonly scripts: readonly ScriptRecord[]
  readonly cardFrame: FrameDocument
  /** The module that the card frame imports where installments are offered. */
  readonly installments: string
  /** The module that the card frame imports in the test environment. */
  readonly lowContrast: string
  readonly threeDsFrame: FrameDocument
  readonly methodsFrame: FrameDocument
  /** The document that replaces a frame, and gives the reason. */
  readonly refusalFrame: FrameDocument
  /** Returns markup with the texts of a frame in the best of the wanted languages. `languages` are the merchant's further ones. */
  readonly frameTexts: (
    frame: SpeakingFrame,
    wishes: readonly string[],
    languages: readonly Language[],
  ) => string
  /** The texts of all frames as JSON, by locale. */
  readonly textsByLocale: ReadonlyMap<string, string>
  /** Wallet scripts for tests, which the simulators serve. */
  readonly simulatedWallets: {
    readonly gwalletPay: string
    readonly awalletPay: string
    readonly sheet: string
  }
}

type SpeakingFrame = 'cardFrame' | 'threeDsFrame' | 'methodsFrame'

export interface BrowserAssetPorts {
  readonly assets: BrowserAssets
  readonly resolveClientKey: ResolveClientKey
  /** Returns the languages of a merchant's pages beyond those of every merchant. */
  readonly listLanguages: (merchantId: string) => Promise<readonly Language[]>
  /** Returns the addresses of the wallets' scripts in sessions; without it, there are none. */
  readonly walletScripts?: () => readonly string[]
  /** The scripts of the other pages of a payment. */
  readonly furtherScripts?: readonly ScriptRecord[]
}

/** Frames and what runs in them are kept by browsers only: a shared cache must not hold a program that reads cards. */
const PRIVATE_CACHE = 'private, max-age=300'

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
  const textsFor: TextsFor = async (frame, request, owner) =>
    assets.frameTexts(
      frame,
      requestedLanguages(request),
      owner === null ? [] : await listLanguages(owner.merchantId),
    )
  registerBrowserScript(server, assets)
  const simulatedHash = createHash('sha384').update(assets.simulatedWallets.gwalletPay).digest('base64')
  registerScriptInventory(server, {
    release: assets.release,
    list: () => {
      const simulated = { origin: server.edge.origins().urls.bank, integrity: `sha384-${simulatedHash}` }
      const wallets = walletScripts().map((address) => describeWalletScript(address, simulated))
      const served = assets.scripts.filter(
        ({ address }) => address !== LOW_CONTRAST_PATH || servesTests(server),
      )
      return [...served, ...furtherScripts, ...wallets]
    },
  })
  registerCardFrame(server, assets, { resolveClientKey, textsFor })
  registerCardPrograms(server, assets)
  registerMethodsFrame(server, assets, { resolveClientKey, textsFor, walletScripts })
  registerMethodsAddress(server, assets, resolveClientKey)
  registerThreeDsFrame(server, assets, { resolveClientKey, textsFor })
  registerTexts(server, assets)
}

/** Returns markup with the texts of a frame in the language that the request asks for. */
type TextsFor = (
  frame: SpeakingFrame,
  request: FastifyRequest,
  owner: ClientKeyOwner | null,
) => Promise<string>

/** Returns the languages that the page's script asks for; null if the script is of an earlier release. */
function localeOf(request: FastifyRequest): string | null {
  const { locale } = request.query as { readonly locale?: unknown }
  return typeof locale === 'string' ? locale : null
}

function requestedLanguages(request: FastifyRequest): readonly string[] {
  return (localeOf(request) ?? request.headers['accept-language'] ?? '').split(',')
}

/**
 * Returns the request headers that decide about a frame: the page around it, and the language if none was requested.
 */
function frameVary(request: FastifyRequest): string {
  return localeOf(request) === null ? 'Referer, Accept-Language' : 'Referer'
}

/** Serves the texts for frames whose page changes its language. */
function registerTexts(server: HttpServer, { textsByLocale }: BrowserAssets): void {
  for (const [locale, texts] of textsByLocale) {
    const asset = new Asset('application/json; charset=utf-8', texts)
    server.get(`/embedded-fields/texts/${locale}.json`, (request, reply) =>
      sendAsset(request, reply, asset, { ...FOR_ANY_PAGE, 'cache-control': SHORT_CACHE }),
    )
  }
}

interface FramePorts {
  readonly resolveClientKey: ResolveClientKey
  readonly textsFor: TextsFor
}

/**
 * Serves the document with the card fields. Only pages of the key's merchant may frame it, and it connects only to
 * the gateway.
 */
function registerCardFrame(
  server: HttpServer,
  { cardFrame: frame, refusalFrame }: BrowserAssets,
  { resolveClientKey, textsFor }: FramePorts,
): void {
  const assetFor = keepFor((texts) => new Asset('text/html; charset=utf-8', beginBody(frame, texts)))
  const { environment } = server.edge.options.config
  const programs = [INSTALLMENTS_PATH, ...(servesTests(server) ? [LOW_CONTRAST_PATH] : [])]
  server.get('/embedded-fields/card-frame/:client_key', async (request, reply) => {
    const { client_key: clientKey } = request.params as { readonly client_key: string }
    const owner = await resolveClientKey(clientKey)
    const origins = server.edge.origins()
    const refusal = findFrameRefusal(owner, request, { environment, own: origins.baseAliases })
    if (refusal !== null) return sendRefusal(request, reply, refusalFrame, refusal)
    return sendAsset(request, reply, assetFor(await textsFor('cardFrame', request, owner)), {
      'content-security-policy': formatPolicy(
        cardFramePolicy(frame, {
          ancestors: frameAncestors(owner?.origins ?? [], environment, ["'self'"]),
          names: namesBelowLocalhost(origins),
          programs: hostedPages(origins).flatMap((origin) => programs.map((path) => origin + path)),
        }),
      ),
      ...REPORTING_ENDPOINTS,
      'cache-control': PRIVATE_CACHE,
      vary: frameVary(request),
      'referrer-policy': 'strict-origin',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
  })
}

const INSTALLMENTS_PATH = '/embedded-fields/installments.js'
/** Checks the colors of a page for its developer, in the test environment. */
const LOW_CONTRAST_PATH = '/embedded-fields/low-contrast.js'

function servesTests({ edge }: HttpServer): boolean {
  return edge.options.config.environment === 'test'
}

/**
 * Serves scripts only to the card frame, whose scripts all come from its own origin.
 *
 * @decision 0656
 */
function registerCardPrograms(server: HttpServer, { installments, lowContrast }: BrowserAssets): void {
  const programs = {
    [INSTALLMENTS_PATH]: installments,
    ...(servesTests(server) && { [LOW_CONTRAST_PATH]: lowContrast }),
  }
  for (const [path, text] of Object.entries(programs)) {
    const program = new Asset('text/javascript; charset=utf-8', text)
    server.get(path, (request, reply) =>
      sendAsset(request, reply, program, {
        'cache-control': PRIVATE_CACHE,
        'cross-origin-resource-policy': 'same-origin',
      }),
    )
  }
}

function cardFramePolicy(
  frame: FrameDocument,
  {
    ancestors,
    names,
    programs,
  }: { readonly ancestors: string } & Readonly<Record<'names' | 'programs', readonly string[]>>,
): ContentSecurityPolicy {
  return {
    'default-src': "'none'",
    'script-src': [quoteHash(frame.scriptHash), ...programs].join(' '),
    'style-src': quoteHash(frame.styleHash),
    'img-src': "'self' data:",
    // The merchant's font, which the gateway fetched and validated.
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
 * Redirects frames of merchants' pages to the methods frame. It has another origin, so that its scripts reach nothing
 * here, and a page needs to know only the base origin.
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
        'cache-control': PRIVATE_CACHE,
        vary: 'Referer',
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'require-corp',
      })
      .header('location', `${urls.methods}/embedded-fields/methods-frame/${clientKey}${queryOf(request)}`)
      .send()
  })
}

const TEMPORARY_REDIRECT = 307

/** Returns the query with the language that the page asks for. */
function queryOf(request: FastifyRequest): string {
  const locale = localeOf(request)
  return locale === null ? '' : `?${new URLSearchParams({ locale }).toString()}`
}

/** Serves the document of all methods other than cards, the only one in which wallets' scripts may run. */
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
      // A frame that checks a name checks its own origin, too.
      names: names.length > 0 ? [urls.methods, ...names] : [],
      wallets,
    })
    return sendAsset(request, reply, assetsFor(urls.base)(await textsFor('methodsFrame', request, owner)), {
      'content-security-policy': formatPolicy(policy),
      ...REPORTING_ENDPOINTS,
      'cache-control': PRIVATE_CACHE,
      vary: frameVary(request),
      'referrer-policy': 'strict-origin',
      'cross-origin-resource-policy': 'cross-origin',
      // Third-party wallets frame documents without an embedder policy; without such a wallet the frame fits into any
      // page.
      ...(isOurs && { 'cross-origin-embedder-policy': 'require-corp' }),
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
  })
}

/**
 * Inserts the data that differs between merchants and gateways into a frame.
 *
 * @param baseUrl - the base URL of the API, if it has another origin, because no file contains an address.
 */
function beginBody({ html: document }: FrameDocument, texts: string, baseUrl?: string): string {
  const base = baseUrl === undefined ? '' : ` data-base="${baseUrl}"`
  return document.replace('<body>', () => `<body${base}>${texts}`)
}

/** Built once for each address, when the server listens. */
function keepFor<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

/**
 * A wallet's script loads its own scripts and frames, sends requests, and writes markup that the gateway's policies
 * cannot cover.
 */
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

/**
 * Serves the wrapper of a bank's pages. Banks are unknown in advance, so it may frame any page, and it contains no
 * card data.
 */
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
    // A browser on HTTPS neither frames nor requests HTTP addresses; with simulated banks of a gateway on HTTP it
    // may.
    const isPlain = environment === 'test' && urls.base.startsWith('http:')
    const policy = threeDsFramePolicy(frame, {
      banks: isPlain ? `https: ${LOOPBACK_SOURCES}` : 'https:',
      ancestors: frameAncestors(owner?.origins ?? [], environment, hostedPages(server.edge.origins())),
    })
    return sendAsset(request, reply, assetFor(await textsFor('threeDsFrame', request, owner)), {
      'content-security-policy': formatPolicy(policy),
      ...REPORTING_ENDPOINTS,
      'cache-control': PRIVATE_CACHE,
      vary: frameVary(request),
      // Banks may see only the page that frames them.
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

/** Returns the origins of hosted payment pages and the card frame in the form of a policy. */
function hostedPages({ baseAliases, urls }: Origins): readonly string[] {
  const scheme = new URL(urls.base).protocol
  // A service on https has no pages on http. Policies cannot contain an IPv6 address.
  return baseAliases.filter((origin) => origin.startsWith(scheme) && !origin.includes('['))
}

/** @param own - the gateway's own pages. @returns source expressions for them and for the merchant's pages. */
function frameAncestors(
  origins: ClientKeyOwner['origins'],
  environment: 'test' | 'production',
  own: readonly string[],
): string {
  if (origins === '*') return environment === 'test' ? '*' : own.join(' ')
  // The text becomes part of a header, so anything that is not just an origin is dropped.
  const exact = origins.filter((origin) => parseUrl(origin)?.origin === origin)
  return [...own, ...exact].join(' ')
}

function quoteHash(hash: string): string {
  return `'${hash}'`
}
