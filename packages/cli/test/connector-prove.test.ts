/** `connector prove` at the twins, as if they were the providers' test environments. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ProofReport } from '@sluice/connectors/proof'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startAdyenTwin } from '../../connectors/twins/adyen/twin.ts'
import type { AdyenTwin } from '../../connectors/twins/adyen/adyen-twin.ts'
import type { StripeTwin } from '../../connectors/twins/stripe/stripe-twin.ts'
import { startStripeTwin } from '../../connectors/twins/stripe/twin.ts'
import { runCommand } from './run-command.ts'

const STRIPE_KEY = 'sk_test_proofofconnector'
const ADYEN_KEY = 'AQEyhmfxK4LJahZCw0m_n3Q5qf3Vvtwin'
const HMAC_KEY = '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056'

let stripe: StripeTwin
let adyen: AdyenTwin
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-prove-'))
  stripe = await startStripeTwin({ apiKeys: [STRIPE_KEY] })
  adyen = await startAdyenTwin({ apiKeys: [ADYEN_KEY], merchantAccounts: ['AcmeECOM'], hmacKey: HMAC_KEY })
  write('stripe-key', STRIPE_KEY)
  write('adyen-key', ADYEN_KEY)
  write('adyen-hmac', HMAC_KEY)
})
afterAll(async () => {
  await Promise.all([stripe.close(), adyen.close()])
  rmSync(folder, { recursive: true })
})

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

const STRIPE_METHODS = ['card', 'partner-blik', 'payment_qr_code', 'provider-redirect-idl']

function configure({
  stripeKey = 'stripe-key',
  stripeUrl = stripe.url,
  methods = STRIPE_METHODS,
}: { stripeKey?: string; stripeUrl?: string; methods?: readonly string[] } = {}): string {
  const providers = [
    {
      id: 'stripe',
      type: 'stripe',
      url: stripeUrl,
      secret_files: { api_key: stripeKey },
      accounts: ['acct-eur'],
      methods,
    },
    {
      id: 'adyen-eu',
      type: 'adyen',
      url: adyen.url,
      secret_files: { api_key: 'adyen-key', webhook: 'adyen-hmac' },
      accounts: ['AcmeECOM'],
      methods: ['card', 'partner-blik', 'payment_bank_transfer'],
    },
  ]
  return write('sluice.json', JSON.stringify({ revision: 1, providers }))
}

async function prove(words: readonly string[], file = configure()) {
  const argv = ['connector', 'prove', ...words, '--config', file, '--data', folder]
  return runCommand(argv)
}

function reportAt(path: string): ProofReport {
  return JSON.parse(readFileSync(path, 'utf8')) as ProofReport
}

const proven = ({ results }: ProofReport, verdict: string) =>
  results
    .filter((result) => result.verdict === verdict)
    .map(({ method, operation }) => `${method} ${operation}`)

it('proves what Stripe declares, and prints each method with its result', async () => {
  const path = join(folder, 'stripe.json')
  const { code, stdout, stderr } = await prove(['--provider', 'stripe', '--report', path])
  expect([code, stderr], stdout).toEqual([0, ''])
  expect(stdout).toMatch(/^card +EUR +PURCHASE +PROVEN +approved 10000 EUR$/m)
  expect(stdout).toMatch(/^card +KWD +SECOND_REFUND +PROVEN +approved 2500 KWD$/m)
  expect(stdout).toMatch(/^card +EUR +CHALLENGE +PROVEN +requests a step of the cardholder: REDIRECT$/m)
  expect(stdout).toMatch(/^card +EUR +FENCE +PROVEN/m)
  expect(stdout).toMatch(/^payment_qr_code +SGD +ORDER +PROVEN/m)
  expect(stdout).toMatch(/^payment_upi +– +ORDER +SKIPPED +not among the methods of the configuration$/m)
  const report = reportAt(path)
  expect(report).toMatchObject({
    type: 'stripe',
    account: 'acct-eur',
    api_version: stripe.contract().apiVersion,
    contract: `npm stripe ${stripe.contract().stripe}, ${stripe.contract().sha256.slice(0, 12)}`,
    finished_at: expect.any(String),
  })
  expect(stripe.contract().breaches).toEqual([])
  // Two equal refunds were two, and nothing else was paid back.
  const refunded = stripe.books().filter(({ refundedAmount }) => refundedAmount > 0)
  expect(refunded.length).toBeGreaterThan(2)
  expect(refunded.every(({ refundedAmount, amount }) => refundedAmount * 2 === amount)).toBe(true)
})

it('reports of a provider that answers "received" what was accepted, and what cannot be queried', async () => {
  const path = join(folder, 'adyen.json')
  const { code, stdout } = await prove(['--provider', 'adyen-eu', '--report', path, '--stand-in'])
  expect(code, stdout).toBe(0)
  expect(stdout).toMatch(/^card +EUR +CAPTURE_PART +ACCEPTED/m)
  expect(stdout).toMatch(/^card +EUR +LOOKUP +SKIPPED/m)
  expect(proven(reportAt(path), 'PROVEN')).toContain('payment_bank_transfer ORDER')
  expect(adyen.contract().breaches).toEqual([])
})

it('resumes after an interruption, and repeats no payment that has a result', async () => {
  const path = join(folder, 'resumed.json')
  const file = configure({ methods: ['card'] })
  await prove(['--provider', 'stripe', '--report', path], file)
  const whole = reportAt(path)
  const kept = whole.results.slice(0, 5)
  writeFileSync(path, JSON.stringify({ ...whole, finished_at: null, results: kept }))
  const before = stripe.books().length
  const { code, stdout } = await prove(['--provider', 'stripe', '--report', path], file)
  expect(code).toBe(0)
  expect(stdout).toContain('continued after 5 results')
  expect(reportAt(path).results.map(({ course, operation }) => [course, operation])).toEqual(
    whole.results.map(({ course, operation }) => [course, operation]),
  )
  const paid = stripe.books().length - before
  await prove(['--provider', 'stripe', '--report', path], file)
  expect(stripe.books().length - before - paid).toBe(paid + 1)
})

it('reports what the provider refuses, and exits with 1', async () => {
  stripe.faults.plan({ kind: 'rate-limit', method: 'POST', path: '/confirm$', times: 1_000 })
  const { code, stdout } = await prove(
    ['--provider', 'stripe', '--report', join(folder, 'refused.json')],
    configure({ methods: ['card'] }),
  )
  stripe.faults.clear()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^card +EUR +PURCHASE +(REFUSED|UNKNOWN)/m)
  expect(stdout).toMatch(/^card +EUR +REFUND_PART +SKIPPED +an earlier step/m)
})

it.each<[string, () => string, readonly string[], number, string]>([
  ['no provider', () => configure(), [], 2, '--provider <id>'],
  [
    'a provider that is not there',
    () => configure(),
    ['--provider', 'stripe-eu'],
    2,
    'no provider stripe-eu',
  ],
  [
    'an account that is not there',
    () => configure(),
    ['--provider', 'stripe', '--account', 'x'],
    2,
    'account x',
  ],
  [
    'a file that is something else',
    () => configure(),
    ['--provider', 'stripe', '--report', 'package.json'],
    2,
    'is not a report of connector prove',
  ],
  [
    'a provider that does not answer',
    () => configure({ stripeUrl: 'http://127.0.0.1:9' }),
    ['--provider', 'stripe'],
    3,
    'cannot be reached',
  ],
])('reports what is wrong with %s', async (_, file, words, code, said) => {
  const report = words.includes('--report') ? [] : ['--report', join(folder, 'wrong.json')]
  expect(await prove([...words, ...report], file())).toMatchObject({
    code,
    stdout: '',
    stderr: expect.stringContaining(said),
  })
})

it('sends nothing with a key that is not a test key', async () => {
  const key = `sk_${'live'}_proofofconnector`
  write('live-key', key)
  const before = stripe.requests().length
  const attempt = prove(
    ['--provider', 'stripe', '--report', join(folder, 'live.json')],
    configure({ stripeKey: 'live-key' }),
  )
  await expect(attempt).rejects.toThrow(/api_key/)
  await expect(attempt).rejects.not.toThrow(key)
  expect(stripe.requests()).toHaveLength(before)
})

it('sends nothing to an address of this machine that may lead to the live environment', async () => {
  const before = adyen.requests().length
  const answer = await prove(['--provider', 'adyen-eu', '--report', join(folder, 'tunnel.json')])
  expect(answer).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--stand-in') })
  expect(adyen.requests()).toHaveLength(before)
})

it('refuses a key that the provider does not know, and never prints it', async () => {
  write('unknown-key', 'sk_test_nobodyknowsthiskey')
  const answer = await prove(
    ['--provider', 'stripe', '--report', join(folder, 'unknown.json')],
    configure({ stripeKey: 'unknown-key' }),
  )
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('rejected the key') })
  expect(JSON.stringify(answer)).not.toContain('nobodyknowsthiskey')
})

it('has no key, card number or security code in any report or output', async () => {
  const { stdout } = await prove(
    ['--provider', 'stripe', '--report', join(folder, 'json.json'), '--json'],
    configure({ methods: ['card'] }),
  )
  expect(JSON.parse(stdout)).toMatchObject({ provider: 'stripe' })
  const texts = ['stripe', 'adyen', 'json'].map((name) => readFileSync(join(folder, `${name}.json`), 'utf8'))
  expect([stdout, ...texts].join('\n')).not.toMatch(
    /4242424242424242|4111111111111111|proofofconnector|AQEy|44782def/,
  )
})
