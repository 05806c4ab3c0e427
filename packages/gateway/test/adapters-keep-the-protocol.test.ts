/**
 * Runs the unchanged published suite through a bridge against the adapters in this process, which must behave like a
 * provider process.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { type CheckResult, runSuite, type SuiteOptions } from '@sluice/provider-protocol/suite'
import { systemClock } from '@sluice/platform/system'
import { describe, expect, it, onTestFinished } from 'vitest'

import { findFreePort } from '../../platform/test/free-port.ts'
import { type AdapterChanges, type ExampleAdapterOptions, serveExampleAdapter } from './example-adapter.ts'
import { AuthenticatingProvider } from './authenticating-provider.ts'
import { PROVIDER_OUTCOME } from './elsewhere.ts'
import { createNativeAdapter, createPostNotice } from './native-adapter.ts'
import { PLANTED_ADAPTER_FAULTS } from './planted-adapter-faults.ts'
import { openEventRelay } from './serve-provider/relay-events.ts'
import { serveProvider } from './serve-provider/serve-provider.ts'
import { openSimulatorsInProcess } from './simulators-in-process.ts'

const TIMEOUT_MS = 300_000

const CANCELED = { ...PROVIDER_OUTCOME, processingCode: '1003', approvalCode: null } as const

const makeSecret = () => randomBytes(32).toString('base64')

const brokenOf = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]))

/** The prefixes of checks that not every provider needs. */
const KINDS_OF_CHECKS = [
  'events',
  'fences',
  'orders',
  'partial approvals',
  'pending',
  'preparations',
  'restarts',
] as const

const hasChecks = (results: readonly CheckResult[], kind: string): boolean =>
  results.some(({ name }) => name.startsWith(`${kind}: `))

/** The test cards that every provider here supports. */
const CARDS = { approvedCard: '4242424242424242', declinedCard: '4000000000000002' }

const SIMULATED_PENDING = { card: '4000000010020008', withinMs: 20_000 }

describe('the published suite, against simulators in this process,', () => {
  const runAgainst = async (id: string, more: Partial<SuiteOptions> = {}) => {
    const { providers, close } = await openSimulatorsInProcess(systemClock)
    onTestFinished(close)
    const adapter = providers.get(id) ?? expect.fail(`no provider ${id}`)
    const secret = makeSecret()
    const served = await serveProvider(adapter, secret)
    onTestFinished(served.close)
    const { url } = served
    const about = { url, secret, accountId: `${id}-eur`, ...CARDS, pending: SIMULATED_PENDING, ...more }
    return runSuite({ ...about, command: null, timeoutMs: 10_000 })
  }

  it('passes for an acquirer that authenticates the shopper', { timeout: TIMEOUT_MS }, async () => {
    const results = await runAgainst('sim-g', { authenticationCard: '4000003000200002' })
    expect(brokenOf(results)).toEqual([])
    expect(hasChecks(results, 'authentication')).toBe(true)
  })

  it.each([
    ['sim-a', 50],
    ['sim-c', 50],
    ['partner-blik', 11],
    ['sim-redirect', 11],
    ['sim-payments', 11],
    ['sim-payouts', 11],
  ])('passes for the adapter of %s', { timeout: TIMEOUT_MS }, async (id, fewestChecks) => {
    const results = await runAgainst(id)
    expect(brokenOf(results)).toEqual([])
    expect(results.length).toBeGreaterThan(fewestChecks)
  })
})

describe('the published suite, against an acquirer that breaks the rules of authentication,', () => {
  const HOLDS = 'authentication: asks for the shopper, and holds the payment meanwhile'
  const FORGED = 'authentication: approves nothing for a result that no shopper brought'
  const GIVEN_UP = 'authentication: gives a payment up for good'

  it.each([
    [
      'approves a result that nobody returned',
      { continue: () => Promise.resolve(PROVIDER_OUTCOME) },
      [FORGED, GIVEN_UP],
    ],
    ['only claims to cancel a payment', { cancelOrder: () => Promise.resolve(CANCELED) }, [GIVEN_UP]],
    [
      'approves without asking the shopper',
      { authorize: () => Promise.resolve(PROVIDER_OUTCOME) },
      [HOLDS, FORGED, GIVEN_UP],
    ],
  ] as const)('finds one that %s', { timeout: TIMEOUT_MS }, async (_, fault, found) => {
    const acquirer = new AuthenticatingProvider('acquirer', ['acquirer-eur'])
    const secret = makeSecret()
    const served = await serveProvider(Object.assign(acquirer, fault), secret)
    onTestFinished(served.close)
    const about = { url: served.url, secret, accountId: 'acquirer-eur', ...CARDS }
    const results = await runSuite({
      ...about,
      authenticationCard: CARDS.approvedCard,
      command: null,
      timeoutMs: 10_000,
    })
    const broken = results.filter(
      ({ name, problem }) => name.startsWith('authentication: ') && problem !== null,
    )
    expect(broken.map(({ name }) => name)).toEqual(found)
  })
})

describe('the published suite, against an adapter with its own books and notices,', () => {
  it('passes, and skips what is not declared', { timeout: TIMEOUT_MS }, async () => {
    const [secret, token, port] = [makeSecret(), makeSecret(), await findFreePort()]
    const events = { port, secret: `whsec_${makeSecret()}`, withinMs: 10_000 }
    let post: (body: string) => Promise<boolean> = () => Promise.resolve(false)
    const { adapter, close } = createNativeAdapter((body) => post(body))
    onTestFinished(close)
    const relay = await openEventRelay({
      providerId: adapter.id,
      readEvents: adapter.readEvents ?? expect.fail('it reads its notices itself'),
      secrets: [token],
      to: { url: `http://127.0.0.1:${port}/`, secret: events.secret },
    })
    onTestFinished(relay.close)
    post = createPostNotice(relay.url, token)
    const { url, close: stop } = await serveProvider(adapter, secret)
    onTestFinished(stop)
    const results = await runSuite({ ...ABOUT_EXAMPLE, url, secret, events, command: null })
    expect(brokenOf(results)).toEqual([])
    expect(['events', 'pending', 'partial approvals'].filter((kind) => !hasChecks(results, kind))).toEqual([])
    expect(['fences', 'preparations', 'orders'].filter((kind) => hasChecks(results, kind))).toEqual([])
  })
})

describe('the published suite, against the adapter of the example provider,', () => {
  const prepare = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-adapter-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [secret, port] = [makeSecret(), await findFreePort()]
    const events = { port, secret: `whsec_${makeSecret()}`, withinMs: 10_000 }
    const to = { url: `http://127.0.0.1:${port}/`, secret: events.secret }
    const options: ExampleAdapterOptions = { folder, secret, port: await findFreePort(), events: to }
    return { options, suite: { ...ABOUT_EXAMPLE, secret, events } }
  }

  const runWith = async (changes: AdapterChanges) => {
    const { options, suite } = await prepare()
    const { url, close } = await serveExampleAdapter(options, changes)
    onTestFinished(close)
    const events = { ...suite.events, withinMs: 2_000 }
    const pending = { ...suite.pending, withinMs: 2_000 }
    return runSuite({ ...suite, url, events, pending, command: null })
  }

  it('passes while its process is killed and restarted', { timeout: TIMEOUT_MS }, async () => {
    const { options, suite } = await prepare()
    const program = [process.execPath, '--conditions=@sluice/source', SERVE_EXAMPLE_ADAPTER]
    const results = await runSuite({
      ...suite,
      url: `http://127.0.0.1:${options.port}`,
      command: [...program, JSON.stringify(options)].map((word) => `'${word}'`).join(' '),
    })
    expect(brokenOf(results)).toEqual([])
    expect(KINDS_OF_CHECKS.filter((kind) => !hasChecks(results, kind))).toEqual([])
  })

  it.each(PLANTED_ADAPTER_FAULTS)('finds $name', { timeout: TIMEOUT_MS }, async ({ found, ...changes }) => {
    const broken = (await runWith(changes)).filter(({ problem }) => problem !== null)
    expect(broken.map(({ name }) => name)).toEqual(expect.arrayContaining([...found]))
  })
})

const SERVE_EXAMPLE_ADAPTER = fileURLToPath(new URL('serve-example-adapter.ts', import.meta.url))

const ABOUT_EXAMPLE = {
  accountId: 'acme-eur',
  ...CARDS,
  partialCard: '4000000000000051',
  pending: { card: '4000000000000069', withinMs: 10_000 },
  timeoutMs: 10_000,
} as const
