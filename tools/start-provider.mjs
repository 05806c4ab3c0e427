/**
 * Additional settings for `npm start -- --provider stripe`: a configuration that routes the shops’ payments to the
 * stand-in of a provider.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** No test terminal of the gateway has such a number. */
const TERMINAL_ID = 'T90000000001'

/** Our account with the provider. */
const ACCOUNT = 'demo-eur'

/**
 * The providers with a stand-in on this machine. Their methods are payments in euros that redirect from the shop, or
 * show an account; secrets have the provider's format.
 */
const STAND_INS = {
  stripe: {
    title: 'Stripe',
    methods: [
      'payment_bank_transfer',
      'provider-redirect-ali',
      'provider-redirect-idl',
      'provider-redirect-npy',
    ],
    programArguments: [],
    newApiKey: () => `sk_test_${randomBytes(12).toString('hex')}`,
    newWebhookSecret: () => `whsec_${randomBytes(24).toString('base64')}`,
    cards: `
  Test cards      4242 4242 4242 4242   approved
                  4000 0000 0000 3220   leads to the bank’s page: Approve or Decline
                  4000 0000 0000 9995   declined, insufficient funds
                  4000 0000 0000 0259   approved, and disputed at once
                  4000 0000 0000 5126   approved; a refund fails an hour later
                  any future expiry date, any three digits as security code; other numbers are declined`,
  },
  adyen: {
    title: 'Adyen',
    methods: [
      'payment_bank_transfer',
      'payment_open_banking',
      'provider-redirect-ali',
      'provider-redirect-idl',
    ],
    programArguments: ['--account', ACCOUNT],
    newApiKey: () => `AQE${randomBytes(24).toString('hex')}`,
    newWebhookSecret: () => randomBytes(32).toString('hex'),
    cards: `
  Test cards      4111 1111 1111 1111   approved
                  4917 6100 0000 0000   asks in the shop: Approve or Decline
                  4212 3456 7890 1237   leads to the bank’s page: Approve or Decline
                  5201 2815 0512 9736   approved, authenticated without a question
                  4000 0000 0000 0002   declined
                  any future expiry date, any three digits as security code; other valid numbers are approved`,
  },
}

/** @typedef {keyof typeof STAND_INS} Provider */

export const PROVIDERS = /** @type {Provider[]} */ (Object.keys(STAND_INS))

/**
 * Makes the secrets once, so that the next start finds the same merchant.
 *
 * @param {string} folder - of the data
 * @param {Provider} provider
 */
export function readProviderSecrets(folder, provider) {
  const secrets = join(folder, provider)
  mkdirSync(secrets, { recursive: true, mode: 0o700 })
  /** @param {string} name @param {() => string} make */
  const keep = (name, make) => {
    const path = join(secrets, name)
    if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o600 })
    return { path, value: readFileSync(path, 'utf8') }
  }
  const { newApiKey, newWebhookSecret } = STAND_INS[provider]
  return {
    apiKey: keep('api-key', newApiKey),
    webhook: keep('webhook', newWebhookSecret),
    client: keep('client', () => randomBytes(32).toString('base64')),
    clientKey: keep('client-key', () => `ck_test_${randomBytes(16).toString('hex')}`),
  }
}

/**
 * The program of a stand-in, with its arguments.
 *
 * @param {Provider} provider
 * @param {ReturnType<typeof readProviderSecrets>} secrets
 */
export function standInProgram(provider, { apiKey }) {
  const program = `packages/connectors/twins/${provider}/main.ts`
  return [program, '--api-key', apiKey.value, ...STAND_INS[provider].programArguments]
}

/**
 * Writes the configuration file, and returns its path and what the shops use in place of the test merchant's credentials.
 *
 * @param {string} folder
 * @param {Provider} provider
 * @param {string} twinUrl
 * @param {ReturnType<typeof readProviderSecrets>} secrets
 */
export function writeProviderConfiguration(
  folder,
  provider,
  twinUrl,
  { apiKey, webhook, client, clientKey },
) {
  const route = { provider, account: ACCOUNT }
  const { title, methods } = STAND_INS[provider]
  const clientId = `${provider}-shop`
  const file = {
    // Each start may find the stand-in at another port.
    revision: Math.floor(Date.now() / 1000),
    merchants: [
      {
        id: `${provider}-demo`,
        name: `${title} demo`,
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
            payment_methods: ['card', 'saved_card', ...methods],
            routing: [route],
            alternative_accounts: Object.fromEntries(methods.map((type) => [type, route])),
          },
        ],
        clients: [{ client_id: clientId, roles: ['merchant'], secret_files: [client.path] }],
        client_keys: [{ client_key: clientKey.value, origins: ['*'] }],
      },
    ],
    providers: [
      {
        id: provider,
        type: provider,
        url: twinUrl,
        secret_files: { api_key: apiKey.path, webhook: webhook.path },
        accounts: [{ id: ACCOUNT, authentication: 'PROVIDER' }],
        methods: ['card', ...methods],
      },
    ],
  }
  const path = join(folder, provider, 'sluice.json')
  writeFileSync(path, JSON.stringify(file, null, 2), { mode: 0o600 })
  return {
    path,
    credentials: {
      client_id: clientId,
      client_secret: client.value,
      client_key: clientKey.value,
      terminal_id: TERMINAL_ID,
    },
  }
}

/** @param {Provider} provider - its test cards are printed. */
export function describeCards(provider) {
  const { title, cards } = STAND_INS[provider]
  return `${cards}

  ${title.padEnd(16)}a stand-in on this machine, without a network: it takes test cards only and moves no money`
}
