/** The guides' samples, each guide's in order as one program, at a gateway that listens. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleAuthorize } from '../src/testing/sample-requests.ts'
import { startGateway, type StartedGateway } from '../src/testing/start-gateway.ts'
import { TEST_CARDS } from '../src/testing/test-cards.ts'
import type { Merchant } from '../src/testing/test-merchant.ts'

const run = promisify(execFile)

const PACKAGE = join(import.meta.dirname, '..')
const GUIDES = join(PACKAGE, '../../docs/guides')

/** The payment that guides speak of. */
const A_PAYMENT = /019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77/g

interface Running {
  /** The type of the payment that the guide describes. */
  readonly payment?: 'PURCHASE' | 'AUTHORIZE'
  /** Calls what the guide exports, in the guide's own program. */
  readonly calls?: string
  /** The samples after the first are other ways to the same end: each runs after what the first begins with. */
  readonly hasAlternatives?: true
  /** The expected output, line by line; of alternatives, the first one. */
  readonly says: readonly RegExp[]
}

const KIT = `const { SAMPLE_BROWSER, TEST_CARDS } = await import('@sluice/server-sdk/testing')`

const RUNNING: Readonly<Record<string, Running>> = {
  'capture.md': { payment: 'AUTHORIZE', hasAlternatives: true, says: [/^APPROVED$/] },
  'charge-later.md': {
    calls: `${KIT}
      console.log(typeof (await payFirstMonth(TEST_CARDS.approved, SAMPLE_BROWSER)))`,
    says: [/^object$/],
  },
  'embedded-fields.md': { says: [/^[\w-]{20,}$/] },
  'verify-a-card.md': { says: [/^http:\/\/127\.0\.0\.1:\d+\//] },
  'installments.md': { says: [/^http:\/\/127\.0\.0\.1:\d+\//] },
  'exemptions.md': { says: [/^http:\/\/127\.0\.0\.1:\d+\//] },
  'hosted-page.md': { says: [/^http:\/\/127\.0\.0\.1:\d+\//] },
  'orders-and-attempts.md': { says: [/^CREATED$/, /^2$/, /^true$/, /^SESSION CREATED$/] },
  'own-server.md': { says: [/^\/(thanks|three-ds)$/] },
  'payment-links.md': {
    says: [
      /^http:\/\/127\.0\.0\.1:\d+\/hpp\/link\/ck_test_[0-9a-f]{32}\/[\w-]{43}$/,
      /min: 200, max: 50000/,
      /^0 of 12 places are paid: ACTIVE$/,
      /^DEACTIVATED$/,
    ],
  },
  'payouts.md': { says: [/^(APPROVED|PENDING)$/] },
  'raise-and-extend.md': {
    payment: 'AUTHORIZE',
    says: [/^APPROVED$/, /^true true$/, /^APPROVED$/, /^capture before 20\d\d-/, /^DECLINED$/, /^APPROVED$/],
  },
  'redirect-methods.md': { payment: 'PURCHASE', says: [/^http/, /^APPROVED$/, /^http/] },
  'refund.md': { payment: 'PURCHASE', hasAlternatives: true, says: [/^APPROVED$/] },
  'save-a-card.md': { says: [/^http:\/\/127\.0\.0\.1:\d+\//] },
  'subscriptions.md': { says: [] },
  'void.md': { payment: 'PURCHASE', hasAlternatives: true, says: [/^APPROVED$/] },
}

/** Guides with samples in TypeScript that are compiled alone, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'test.md': 'brings its own gateway: guides.http.test.ts runs it word for word',
  'three-ds.md':
    'listens until it is stopped; examples/direct-api-three-ds is the same shop, and bought from',
  'webhooks.md': 'listens until it is stopped; webhook-adapters.test.ts sends messages to the same receiver',
  'wallets.md': 'needs a token of a wallet; wallet-payments.test.ts makes some',
}

const blocksOf = (guide: string) =>
  [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm)].map(
    ([, code = '']) => code,
  )

/** The samples in order, or each alternative with what it needs of the first. */
function programsOf(guide: string, { hasAlternatives, calls = '' }: Running): readonly string[] {
  const [first = '', ...others] = blocksOf(guide)
  if (!hasAlternatives) return [[first, ...others, calls].join('\n')]
  const beginning = first.slice(0, first.indexOf('if (transaction)'))
  return [first, ...others.map((other) => `${beginning}\n${other}`)]
}

let gateway: StartedGateway
beforeAll(async () => {
  const cwd = process.cwd()
  // The client's folder has the gateway installed.
  process.chdir(PACKAGE)
  gateway = await startGateway()
  process.chdir(cwd)
}, 180_000)
afterAll(() => gateway.stop())

async function pay(merchant: Merchant, transaction_type: 'PURCHASE' | 'AUTHORIZE'): Promise<string> {
  const client = merchant.client()
  const order = { terminal_id: merchant.credentials.terminal_id, reference: 'order-of-the-guide' }
  const { result } = await client.transactions.authorize({
    ...sampleAuthorize(order, await client.encryptCard(TEST_CARDS.approved)),
    transaction_type,
    metadata: { simulated_flow: 'NO_3DS' },
  })
  return result?.id ?? ''
}

it('runs every guide with samples in TypeScript, or says why not', () => {
  const guides = readdirSync(GUIDES).filter((guide) => blocksOf(guide).length > 0)
  expect([...Object.keys(RUNNING), ...Object.keys(NOT_RUN)].sort()).toEqual(guides.sort())
})

const PROGRAMS = Object.entries(RUNNING).flatMap(([guide, running]) =>
  programsOf(guide, running).map((program, at) => ({
    name: at === 0 ? guide : `${guide}, way ${at + 1}`,
    program,
    payment: running.payment,
    says: at === 0 ? running.says : [],
  })),
)

it.each(PROGRAMS)('$name', async ({ program, payment, says }) => {
  const merchant = await gateway.sandbox()
  const { base_url, auth_url, realm, client_id, client_secret, terminal_id } = merchant.credentials
  const id = payment ? await pay(merchant, payment) : ''
  const { stdout } = await run(
    process.execPath,
    [
      '--conditions=@sluice/source',
      '--input-type=module-typescript',
      '--eval',
      program.replaceAll(A_PAYMENT, id),
    ],
    {
      cwd: PACKAGE,
      env: {
        ...process.env,
        SLUICE_BASE_URL: base_url,
        SLUICE_AUTH_URL: auth_url,
        SLUICE_REALM: realm,
        SLUICE_CLIENT_ID: client_id,
        SLUICE_CLIENT_SECRET: client_secret,
        SLUICE_TERMINAL_ID: terminal_id,
      },
    },
  )
  const lines = stdout.split('\n').filter((line) => line !== '')
  expect(lines).toEqual(says.map((line) => expect.stringMatching(line) as unknown))
})
