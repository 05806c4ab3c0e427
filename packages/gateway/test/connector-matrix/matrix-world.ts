import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { PROVIDER_CONNECTORS, type ProviderConnectorType } from '@sluice/connectors/declarations'
import { ALTERNATIVE_TYPES, TERMINAL_FEATURES } from '@sluice/types/vocabulary'

import type { AdyenTwin } from '../../../connectors/twins/adyen/adyen-twin.ts'
import { startAdyenTwin } from '../../../connectors/twins/adyen/twin.ts'
import type { StripeTwin } from '../../../connectors/twins/stripe/stripe-twin.ts'
import { startStripeTwin } from '../../../connectors/twins/stripe/twin.ts'
import type { TestClock } from '../test-clock.ts'

const CLIENT_ID = 'connector-shop'
const CLIENT_SECRET = randomBytes(32).toString('base64')
const CLIENT_KEY = 'ck_test_0123456789abcdef0123456789abcdef'

/** The secrets that no log, response, address or table may contain. */
export const KEYS = {
  stripe: 'sk_test_matrixofconnectors',
  stripeWebhook: 'whsec_MDEyMzQ1Njc4OTAxbWF0cml4',
  adyen: 'AQEyhmfxK4LJahZCw0m_n3Q5qf3Vmatrix',
  adyenWebhook: '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056',
} as const

/** The party that authenticates cardholders at an account. */
export type Authenticator = 'PROVIDER' | 'EXTERNAL'

const ACCOUNTS: Readonly<Record<ProviderConnectorType, Readonly<Record<Authenticator, string>>>> = {
  adyen: { PROVIDER: 'OwnECOM', EXTERNAL: 'ServerECOM' },
  stripe: { PROVIDER: 'own', EXTERNAL: 'server' },
}

const TERMINALS: Readonly<Record<ProviderConnectorType, Readonly<Record<Authenticator, string>>>> = {
  adyen: { PROVIDER: 'T90000000011', EXTERNAL: 'T90000000012' },
  stripe: { PROVIDER: 'T90000000021', EXTERNAL: 'T90000000022' },
}

/** Returns the terminal whose payments use an account of the provider. */
export function terminalOf(provider: ProviderConnectorType, authenticator: Authenticator): string {
  return TERMINALS[provider][authenticator]
}

/** A provider's latest payment, in its own units. */
export interface Money {
  readonly held: number
  readonly captured: number
  readonly refunded: number
}

/** The twins of both providers, and the configuration of a gateway that uses them. */
export interface MatrixWorld {
  readonly stripe: StripeTwin
  readonly adyen: AdyenTwin
  /** The configuration file. */
  readonly file: string
  readonly client: Readonly<Record<'client_id' | 'client_secret' | 'client_key', string>>
  /** The books of the provider, one entry a payment. */
  readonly books: (provider: ProviderConnectorType) => readonly Money[]
  /** Sends the providers' events to a gateway. */
  readonly tell: (baseUrl: string) => void
  readonly close: () => Promise<void>
}

export async function startMatrixWorld(clock: TestClock): Promise<MatrixWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-matrix-'))
  const nowMs = () => clock.now()
  const stripe = await startStripeTwin({ apiKeys: [KEYS.stripe], nowMs, signingTimeMs: Date.now })
  const adyen = await startAdyenTwin({
    apiKeys: [KEYS.adyen],
    merchantAccounts: Object.values(ACCOUNTS.adyen),
    hmacKey: KEYS.adyenWebhook,
    nowMs,
  })
  adyen.webhooks.hold(true)
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const file = write(
    'sluice.json',
    JSON.stringify(configure(write, { stripe: stripe.url, adyen: adyen.url })),
  )
  return {
    stripe,
    adyen,
    file,
    client: { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, client_key: CLIENT_KEY },
    books: (provider) =>
      provider === 'adyen'
        ? adyen.books()
        : stripe.books().map(({ heldAmount: held, capturedAmount: captured, refundedAmount: refunded }) => ({
            held,
            captured,
            refunded,
          })),
    tell: (baseUrl) => {
      stripe.webhooks.setEndpoint({
        url: `${baseUrl}/api/providers/stripe/callback`,
        secrets: [KEYS.stripeWebhook],
      })
      adyen.webhooks.setUrl(`${baseUrl}/api/providers/adyen/callback`)
    },
    close: async () => {
      await Promise.all([stripe.close(), adyen.close()])
      rmSync(folder, { recursive: true })
    },
  }
}

function configure(
  write: (name: string, text: string) => string,
  urls: Readonly<Record<ProviderConnectorType, string>>,
) {
  const secrets = {
    adyen: { api_key: write('adyen', KEYS.adyen), webhook: write('adyen-hmac', KEYS.adyenWebhook) },
    stripe: { api_key: write('stripe', KEYS.stripe), webhook: write('stripe-webhook', KEYS.stripeWebhook) },
  }
  const types = ['adyen', 'stripe'] as const
  return {
    revision: 1,
    merchants: [
      {
        id: 'connector-shop',
        name: 'Connector shop',
        managed_by: 'file',
        business: { country: 'SE', mcc: '5942', url: 'https://shop.example' },
        terminals: types.flatMap((type) =>
          (['PROVIDER', 'EXTERNAL'] as const).map((authenticator) => terminal(type, authenticator)),
        ),
        clients: [
          {
            client_id: CLIENT_ID,
            roles: ['merchant', 'transactions:merchant-initiated'],
            secret_files: [write('client', CLIENT_SECRET)],
          },
        ],
        client_keys: [{ client_key: CLIENT_KEY, origins: ['https://shop.example'] }],
      },
    ],
    providers: types.map((type) => ({
      id: type,
      type,
      url: urls[type],
      secret_files: secrets[type],
      accounts: [
        { id: ACCOUNTS[type].PROVIDER, authentication: 'PROVIDER' },
        {
          id: ACCOUNTS[type].EXTERNAL,
          acquirers: { default: { bin: '411111', merchant_id: '4711', requestor_id: 'REQ-4711' } },
        },
      ],
      methods: ['card', ...ordersOf(type)],
    })),
  }
}

function terminal(provider: ProviderConnectorType, authenticator: Authenticator) {
  const route = { provider, account: ACCOUNTS[provider][authenticator] }
  return {
    terminal_id: TERMINALS[provider][authenticator],
    features: TERMINAL_FEATURES,
    payment_methods: ['card', 'saved_card', 'network-token', 'gwallet-pay', ...ordersOf(provider)],
    routing: [route],
    alternative_accounts: Object.fromEntries(ordersOf(provider).map((type) => [type, route])),
  }
}

const IS_ORDER: ReadonlySet<string> = new Set(ALTERNATIVE_TYPES)

function ordersOf(type: ProviderConnectorType): readonly string[] {
  const methods = PROVIDER_CONNECTORS[type].declared.methods.map((method) => method.type)
  return [...new Set(methods)].filter((method) => IS_ORDER.has(method))
}
