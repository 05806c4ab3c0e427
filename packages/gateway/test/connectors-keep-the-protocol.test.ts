/**
 * Runs the unchanged published suite against each connector with its provider's twin, because connectors must behave
 * like a provider process.
 */
import { randomBytes } from 'node:crypto'

import { LOAD_PROVIDER_CONNECTOR } from '@sluice/connectors'
import type { RememberedCall } from '@sluice/connectors/runtime'
import type { Secret } from '@sluice/platform/kernel/secret'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'
import { type CheckResult, runSuite, type SuiteOptions } from '@sluice/provider-protocol/suite'
import { expect, it, onTestFinished } from 'vitest'

import { findFreePort } from '../../platform/test/free-port.ts'
import { startStripeTwin } from '../../connectors/twins/stripe/twin.ts'
import { loadConfigurationText } from './load-configuration-text.ts'
import { createConnectorProvider } from '../src/providers/index.ts'
import { openEventRelay } from './serve-provider/relay-events.ts'
import { serveProvider } from './serve-provider/serve-provider.ts'

const TIMEOUT_MS = 300_000

const API_KEY = 'sk_test_TwinOfStripe0001'

const brokenOf = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]))

/** Serves the connector as configured, connected to its twin. */
async function serveStripe(account: string) {
  const port = await findFreePort()
  const webhook = 'whsec_TwinOfStripe00000001'
  const { file, close } = loadConfigurationText(
    [
      'providers:',
      '  - id: stripe',
      '    type: stripe',
      '    secret_files: { api_key: ./api-key.txt, webhook: ./webhook.txt }',
      `    accounts: [${account}]`,
      '    methods: [card]',
    ].join('\n'),
    { 'api-key.txt': API_KEY, 'webhook.txt': webhook },
  )
  onTestFinished(close)
  const [entry = expect.fail('no provider')] = file.providers
  const twin = await startStripeTwin({ apiKeys: [API_KEY] })
  onTestFinished(twin.close)
  const connector = await LOAD_PROVIDER_CONNECTOR.stripe()
  const printed: string[] = []
  const memory = new Map<string, RememberedCall>()
  const adapter = createConnectorProvider(
    {
      ...entry,
      connector,
      url: twin.url,
      secrets: entry.secrets ?? {},
      accounts: entry.accounts.map(({ id }) => id),
    },
    {
      clock: systemClock,
      realTime: systemClock,
      random: createSystemRandom(systemClock),
      timers: systemTimers,
      memory,
      onExchange: (_, exchange) => printed.push(JSON.stringify(exchange)),
    },
  )
  const events = { port, secret: `whsec_${randomBytes(32).toString('base64')}`, withinMs: 10_000 }
  const relay = await openEventRelay({
    providerId: 'stripe',
    readEvents: adapter.readEvents ?? expect.fail('it reads its events'),
    secrets: entry.callbackSecrets.map((secret: Secret<string>) => secret.reveal()),
    to: { url: `http://127.0.0.1:${port}/`, secret: events.secret },
  })
  onTestFinished(relay.close)
  twin.webhooks.setEndpoint({ url: relay.url, secrets: [webhook] })
  const secret = randomBytes(32).toString('base64')
  const served = await serveProvider(adapter, secret)
  onTestFinished(served.close)
  return { twin, printed, suite: { url: served.url, secret, command: null, timeoutMs: 20_000 } as const }
}

const CARDS = { approvedCard: '4242424242424242', declinedCard: '4000000000000002' } as const

async function run(account: string, more: Partial<SuiteOptions> = {}) {
  const { twin, printed, suite } = await serveStripe(account)
  const results = await runSuite({ ...suite, accountId: 'main', ...CARDS, ...more })
  return { twin, printed, results }
}

it('the published suite passes for the connector to Stripe', { timeout: TIMEOUT_MS }, async () => {
  const { twin, printed, results } = await run('main')
  expect(brokenOf(results)).toEqual([])
  expect(results.length).toBeGreaterThan(40)
  expect(twin.crashes()).toEqual([])
  expect(twin.contract().breaches).toEqual([])
  expect(printed.join('\n')).not.toMatch(/4242424242424242|4000000000000002|TwinOfStripe|"123"/)
})

it('the published suite passes if Stripe authenticates the shopper', { timeout: TIMEOUT_MS }, async () => {
  const { results } = await run('{ id: main, authentication: PROVIDER }', {
    authenticationCard: '4000002760003184',
  })
  expect(brokenOf(results)).toEqual([])
  expect(results.some(({ name }) => name.startsWith('authentication: '))).toBe(true)
})
