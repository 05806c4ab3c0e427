import type { FastifyInstance } from 'fastify'
import { sendPage } from '@sluice/shared/html'
import { AT_BANK } from '../pages/at-bank.ts'
import { chooseLocale } from '../pages/form-parts.ts'
import { mintSheetToken, type Wallets } from './mint-sheet-token.ts'
import { renderSheetPage, renderUnreadableSheet } from './pages/sheet-page.ts'
import { readSheetQuery } from './sheet-query.ts'

/** The wallets' scripts for browsers, which the browser library's build creates. */
export interface WalletScripts {
  readonly gwalletPay: string
  readonly awalletPay: string
  readonly sheet: string
}

/**
 * The path of the wallets' scripts, below the simulators' own origin as it would be below the wallet's. The sheet
 * is next to them.
 */
export const WALLET_PAGE_PATHS = {
  gwalletPay: '/simulators/gwallet-pay/pay.js',
  awalletPay: '/simulators/awallet-pay/apple-pay-session.js',
  sheet: '/simulators/wallets/sheet',
} as const

/** As with real wallets, any page may load these scripts, and they may change at any time. */
const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=300',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
} as const

/** Serves the browser part of the simulated wallets: two scripts, and the sheet that both open in a window. */
export function registerWalletPages(server: FastifyInstance, wallets: Wallets, scripts: WalletScripts): void {
  for (const wallet of ['gwalletPay', 'awalletPay'] as const) {
    server.get(WALLET_PAGE_PATHS[wallet], AT_BANK, (_request, reply) =>
      reply.headers(SCRIPT_HEADERS).send(scripts[wallet]),
    )
  }

  server.get(WALLET_PAGE_PATHS.sheet, AT_BANK, (request, reply) => {
    const { language, ...members } = textsOf(request.query as Readonly<Record<string, unknown>>)
    const locale = chooseLocale(language ?? null, [language ?? ''], request.headers['accept-language'])
    const query = readSheetQuery(members)
    return sendPage(
      reply,
      query === null
        ? { status: 404, ...renderUnreadableSheet(locale) }
        : renderSheetPage({ query, members, locale, script: scripts.sheet }),
    )
  })

  server.post(WALLET_PAGE_PATHS.sheet, AT_BANK, async (request, reply) => {
    const token = request.body instanceof URLSearchParams ? await mintSheetToken(wallets, request.body) : null
    if (token === null) return reply.code(422).send()
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(token)
  })
}

function textsOf(query: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
