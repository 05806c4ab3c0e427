/** What `npm start -- --provider stripe` needs besides: a configuration that leads the shops’ payments to the stand-in of a provider. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The providers that a stand-in runs for on this machine. */
export const PROVIDERS = /** @type {const} */ (['stripe'])

/** No test terminal of the gateway has such a number. */
const TERMINAL_ID = 'T90000000001'

/** Ways to pay in euros that lead away from the shop, or show an account. */
const METHODS = [
  'payment_bank_transfer',
  'provider-redirect-ali',
  'provider-redirect-idl',
  'provider-redirect-npy',
]

const ACCOUNT = 'demo-eur'

/**
 * Makes the secrets once, so that the next start finds the same merchant.
 *
 * @param {string} folder - of the data
 */
export function readProviderSecrets(folder) {
  const secrets = join(folder, 'stripe')
  mkdirSync(secrets, { recursive: true, mode: 0o700 })
  /** @param {string} name @param {() => string} make */
  const keep = (name, make) => {
    const path = join(secrets, name)
    if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o600 })
    return { path, value: readFileSync(path, 'utf8') }
  }
  return {
    apiKey: keep('api-key', () => `sk_test_${randomBytes(12).toString('hex')}`),
    webhook: keep('webhook', () => `whsec_${randomBytes(24).toString('base64')}`),
    client: keep('client', () => randomBytes(32).toString('base64')),
    clientKey: keep('client-key', () => `ck_test_${randomBytes(16).toString('hex')}`),
  }
}

/**
 * Writes the configuration file, and returns its path and what the shops use in place of the test merchant's credentials.
 *
 * @param {string} folder
 * @param {string} twinUrl
 * @param {ReturnType<typeof readProviderSecrets>} secrets
 */
export function writeProviderConfiguration(folder, twinUrl, { apiKey, webhook, client, clientKey }) {
  const route = { provider: 'stripe', account: ACCOUNT }
  const file = {
    // Each start may find the stand-in at another port.
    revision: Math.floor(Date.now() / 1000),
    merchants: [
      {
        id: 'stripe-demo',
        name: 'Stripe demo',
        managed_by: 'file',
        terminals: [
          {
            terminal_id: TERMINAL_ID,
            features: [
              'TRX_TYPE_PURCHASE',
              'TRX_TYPE_AUTHORIZE',
              'TRX_TYPE_CAPTURE',
              'TRX_TYPE_REFUND',
              'TRX_TYPE_VOID',
              'TRX_TYPE_PAYMENT',
              'TOKENIZATION',
              'THREE_DS',
            ],
            brands: ['VISA', 'MASTERCARD', 'AMEX'],
            payment_methods: ['card', 'saved_card', ...METHODS],
            routing: [route],
            alternative_accounts: Object.fromEntries(METHODS.map((type) => [type, route])),
          },
        ],
        clients: [{ client_id: 'stripe-shop', roles: ['merchant'], secret_files: [client.path] }],
        client_keys: [{ client_key: clientKey.value, origins: ['*'] }],
      },
    ],
    providers: [
      {
        id: 'stripe',
        type: 'stripe',
        url: twinUrl,
        secret_files: { api_key: apiKey.path, webhook: webhook.path },
        accounts: [{ id: ACCOUNT, authentication: 'PROVIDER' }],
        methods: ['card', ...METHODS],
      },
    ],
  }
  const path = join(folder, 'stripe', 'sluice.json')
  writeFileSync(path, JSON.stringify(file, null, 2), { mode: 0o600 })
  return {
    path,
    credentials: {
      client_id: 'stripe-shop',
      client_secret: client.value,
      client_key: clientKey.value,
      terminal_id: TERMINAL_ID,
    },
  }
}

export const STRIPE_CARDS = `
  Test cards      4242 4242 4242 4242   approved
                  4000 0000 0000 3220   leads to the bank’s page: Approve or Decline
                  4000 0000 0000 9995   declined, insufficient funds
                  4000 0000 0000 0259   approved, and disputed at once
                  4000 0000 0000 5126   approved; a refund fails an hour later
                  any future expiry date, any three digits as security code; other numbers are declined

  Stripe          a stand-in on this machine, without a network: it takes test cards only and moves no money`
