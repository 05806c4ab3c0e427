import { pino } from 'pino'

import { loadAssets } from '@sluice/embedded-fields/assets'
import { loadHostedPage } from '@sluice/hpp-ui/assets'
import { BROWSER_HEADERS } from '@sluice/platform/http/fetch-as-browser'
import { type ClientKeyOwner, createHttpServer, originUrlOf } from '@sluice/platform/http/http-server'
import { createSystemRandom, systemClock } from '@sluice/platform/system'

import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'
import { registerPage, SAMPLE_PAGES, samplePage } from '../hosted-payment-page/index.ts'
import type { PageAnswer, Probe } from '../page-integrity/index.ts'
import { registerBrowserAssets } from '../pages/index.ts'
import { registerSessionChallenge } from '../sessions/index.ts'
import { BROWSER_PAGE_SCRIPTS, type ConfirmationSeals, ORDER_PAGE_SCRIPTS } from '../transactions/index.ts'
import { simulatedScriptUrl } from '../composition/choose-wallet.ts'
import { walletScriptUrl } from '../payment-methods/index.ts'

/** The pages of this build under a configuration, served only to the check. */
export interface ReferencePages {
  readonly release: string
  urlOf(probe: Pick<Probe, 'origin' | 'path'>): string
  answer(probe: Probe, received: PageAnswer): Promise<PageAnswer>
  /** The addresses of third-party scripts, which no build contains. */
  listForeignScripts(): readonly string[]
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

/** Without a database there are no payments, so no provider page is opened. */
const unreached = (): never => {
  throw new Error('the check does not decrypt anything')
}
const NOTHING_SEALED: ConfirmationSeals = {
  sealResult: unreached,
  openResult: unreached,
  sealPage: unreached,
  openPage: unreached,
}

/**
 * Assembles the pages as the gateway does, without a database and without a port.
 *
 * @param openKeys - client keys that are not in the file, for any origin.
 */
export function createReferencePages(
  config: Pick<Config, 'http' | 'environment' | 'simulators' | 'browserGlobal'> & {
    readonly http: { readonly baseUrl: string }
  },
  file: Pick<ConfigurationFile, 'merchants' | 'gwalletPay'> | null,
  openKeys: readonly string[],
): ReferencePages {
  const owners = listOwners(file, openKeys)
  const resolveClientKey = (clientKey: string) => Promise.resolve(owners.get(clientKey) ?? null)
  const random = createSystemRandom(systemClock)
  const { protocol, port } = new URL(config.http.baseUrl)
  const server = createHttpServer({
    config: {
      ...config.http,
      // The gateway's own port is known only where browsers reach it directly.
      ...(protocol === 'http:' && { port: Number(port || '80') }),
      trustedProxies: [LOOPBACK],
    },
    clock: systemClock,
    random,
    logger: pino({ level: 'silent' }),
    authenticate: () => Promise.resolve(null),
    resolveClientKey,
    isRegisteredOrigin: () => Promise.resolve(false),
  })
  const walletScripts = () => {
    if (file?.gwalletPay) return [walletScriptUrl(file.gwalletPay)]
    return config.simulators ? [simulatedScriptUrl(originUrlOf(server, 'bank'))] : []
  }
  const assets = loadAssets({ globalName: config.browserGlobal })
  const hostedPage = loadHostedPage()
  registerBrowserAssets(server, {
    assets,
    resolveClientKey,
    listLanguages: async () => [],
    walletScripts,
    furtherScripts: [...hostedPage.scripts, ...BROWSER_PAGE_SCRIPTS, ...ORDER_PAGE_SCRIPTS],
  })
  registerSessionChallenge(server, {
    resolveClientKey,
    hashSessionId: (id) => id,
    sessions: { find: () => Promise.resolve(null) },
    store: { findOpen: () => Promise.resolve(null) },
    listLanguages: async () => [],
    confirmationSeals: NOTHING_SEALED,
    returnedUrl: () => '',
  })
  let hasWallet = false
  registerPage(server, {
    resolveClientKey,
    random,
    methodsUrl: () => originUrlOf(server, 'methods'),
    renderDocument: hostedPage.renderDocument,
    findPage: () => Promise.resolve(drawSample(hasWallet)),
  })

  const urlOf = ({ origin, path }: Pick<Probe, 'origin' | 'path'>) => originUrlOf(server, origin) + path
  return {
    release: assets.release,
    urlOf,
    async answer(probe, received) {
      const { host, pathname, search } = new URL(urlOf(probe))
      // If a session offers the wallet, its page may open a window; other pages may not.
      hasWallet = walletScripts().length > 0 && received.body.includes('"type":"gwallet-pay"')
      const answer = await server.inject({
        url: `http://${host}${pathname}${search}`,
        remoteAddress: LOOPBACK,
        headers: { ...BROWSER_HEADERS, host, 'x-forwarded-proto': protocol.slice(0, -1) },
      })
      const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(headers) as Record<string, string>,
        body: answer.body,
      }
    },
    listForeignScripts: () =>
      walletScripts().filter(
        (address) => !Object.values(server.edge.origins().urls).includes(new URL(address).origin),
      ),
    close: () => server.close(),
  }
}

/** Merchants and keys from the file; those that are not ACTIVE count as absent. */
function listOwners(
  file: Pick<ConfigurationFile, 'merchants'> | null,
  openKeys: readonly string[],
): ReadonlyMap<string, ClientKeyOwner> {
  const configured = (file?.merchants ?? []).flatMap(({ merchant: { id, status, clientKeys } }) =>
    clientKeys
      .filter((key) => status === 'ACTIVE' && key.status === 'ACTIVE')
      .map(({ clientKey, origins }) => [clientKey, { merchantId: id, origins }] as const),
  )
  const open = openKeys.map((key) => [key, { merchantId: 'unknown', origins: '*' }] as const)
  return new Map<string, ClientKeyOwner>([...open, ...configured])
}

function drawSample(hasWallet: boolean) {
  const [, sample] = Object.entries(SAMPLE_PAGES).find(([name]) => name === 'card') ?? []
  if (sample === undefined) throw new TypeError('there is no sample page')
  const branding = { merchant_name: '', logo_url: null, font_family: null, font_url: null, colors: {} }
  const { session, expiresAtMs } = samplePage(
    hasWallet
      ? { ...sample, changes: { payment_methods: [{ type: 'card' }, { type: 'gwallet-pay' }] } }
      : sample,
    { branding, locale: 'en-US', languages: [] },
    { language: 'en', nonce: '', nowMs: systemClock.now(), returnUrl: 'https://shop.example/' },
  )
  return session === null ? null : { session, expiresAtMs: expiresAtMs ?? null }
}
