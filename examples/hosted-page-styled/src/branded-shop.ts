/** A shop with a look of its own, and the payment page that shows it. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Currency, GatewayClient, HostedPaymentPage } from '@sluice/server-sdk'

const CONFIGURATION = new URL('../sluice.yaml', import.meta.url)

/** The same values as in `sluice.yaml`. */
const [CLIENT_ID, TERMINAL_ID] = ['harbour-lanterns', 'T00000000001']

/** 256 bits, as `openssl rand -base64 32` makes. */
const SECRET_BYTES = 32

/** The gateway's configuration, and the credentials of the shop's client in it. */
export interface ShopConfiguration {
  /** The value of `SLUICE_CONFIG_FILE`. */
  readonly path: string
  readonly credentials: { readonly clientId: string; readonly clientSecret: string }
}

/** Puts `sluice.yaml` into a folder, next to a new secret of the shop's client: each secret has its own file. */
export function writeConfiguration(folder: string): ShopConfiguration {
  const path = join(folder, 'sluice.yaml')
  copyFileSync(CONFIGURATION, path)
  const clientSecret = randomBytes(SECRET_BYTES).toString('base64')
  writeFileSync(join(folder, 'client-secret'), clientSecret, { mode: 0o600 })
  return { path, credentials: { clientId: CLIENT_ID, clientSecret } }
}

/** The order to pay. The reference is used once. */
export interface Order {
  readonly reference: string
  readonly description: string
  readonly amountMinor: number
  readonly currency: Currency
}

/** Opens the page of an order. Its look is the merchant's: the request does not set it. */
export function openPaymentPage(
  client: Pick<GatewayClient, 'hostedPaymentPages'>,
  { reference, description, amountMinor, currency }: Order,
  returnUrl: string,
): Promise<HostedPaymentPage> {
  return client.hostedPaymentPages.create({
    terminal_id: TERMINAL_ID,
    reference,
    description,
    amount: amountMinor,
    currency,
    transaction_type: 'PURCHASE',
    return_url: returnUrl,
  })
}
