import type { HttpServer } from '@sluice/platform/http/http-server'
import { originUrlOf } from '@sluice/platform/http/http-server'
import type { ScriptRecord } from '@sluice/shared/script-record'

import { FOR_ANY_PAGE, sendAsset, SHORT_CACHE, toJson } from './asset.ts'

/** The path of the inventory. */
const INVENTORY_PATH = '/embedded-fields/scripts.json'

/**
 * Serves the inventory of all scripts that a payment runs in a shopper's browser.
 *
 * @param list - called for each request, because wallets' addresses are known only once the server listens.
 */
export function registerScriptInventory(
  server: HttpServer,
  { release, list }: { readonly release: string; readonly list: () => readonly ScriptRecord[] },
): void {
  server.get(INVENTORY_PATH, (request, reply) => {
    const scripts = list().map(({ origin, address, ...record }) => ({
      ...record,
      origin: origin === 'merchant' ? 'the merchant’s page' : originUrlOf(server, origin),
      address: new URL(address, originUrlOf(server, origin === 'methods' ? 'methods' : 'base')).href
        // Placeholders are for people, so they are not encoded.
        .replaceAll('%3C', '<')
        .replaceAll('%3E', '>')
        .replaceAll('%20', ' '),
    }))
    const inventory = toJson({ release, scripts })
    return sendAsset(request, reply, inventory, { ...FOR_ANY_PAGE, 'cache-control': SHORT_CACHE })
  })
}

/** Describes the scripts of wallets, third-party or simulated. */
export function describeWalletScript(
  address: string,
  simulated: { readonly origin: string; readonly integrity: string },
): ScriptRecord {
  const { host, origin } = new URL(address)
  const isOurs = origin === simulated.origin
  return {
    name: `script of the wallet at ${host}`,
    owner: isOurs ? 'Sluice (simulated wallet)' : host,
    origin: 'methods',
    address,
    purpose: isOurs
      ? 'Stands for a wallet in tests. Its origin has no card form.'
      : 'Opens the wallet. Its owner changes it without notice, so it has no hash; it runs at an origin that has no card form.',
    integrity: isOurs ? simulated.integrity : null,
  }
}
