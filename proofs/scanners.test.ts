/**
 * Scanners of others at a gateway, logged in (Debian's packages): what they find is a failure. Needs `PROOF_SCANNERS=1`.
 * Planted bugs show that they find something where there is something.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Envelope } from '@sluice/types'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { paymentRequest } from '../packages/gateway/test/elsewhere.ts'
import { startTestGateway, type TestGateway } from '../packages/gateway/test/test-gateway.ts'

const run = promisify(execFile)

/** The time limit of each; scanners wait for answers that never differ. */
const TIME_LIMIT_MS = 1_200_000
const WAPITI_MAX_SECONDS = '600'
/** More connections than the gateway allows one address. */
const ATTACKERS = '400'
const ATTACK_SECONDS = '30'
/** Loopback has more than one address: the shopper is not the attacker. */
const SHOPPER = '127.0.0.2'
/** The largest output of a scanner. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/**
 * Queries that reach statements of the database, `ORDER` replaces a reference that has a payment: a true condition
 * finds it, a false one does not.
 */
const QUERIES = [
  '/api/transactions?reference=ORDER',
  '/api/transactions?email=ada%40example.com&last4=4242',
  '/api/customers?email=ada%40example.com',
] as const

/** The minimum number of answers from each statement, which shows that the scanner reached it. */
const ANSWERS_MIN = 20

let gateway: TestGateway
let folder: string
let reference: string
/** The gateway's log since the test began. */
const lines: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-scanners-'))
  gateway = await startTestGateway({
    // The bank at a port, because a scanner knows no name for this machine.
    env: { SLUICE_LOG_LEVEL: 'info', SLUICE_BANK_PORT: '0' },
    adapters: { logDestination: { write: (line) => void lines.push(line) } },
  })
  const { result } = await gateway.authorize({ flow: 'NO_3DS' })
  reference = result?.reference ?? ''
})
afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true, force: true })
})

const scan = async (program: string, words: readonly string[]): Promise<string> =>
  (await run(program, words, { cwd: folder, maxBuffer: OUTPUT_MAX_BYTES })).stdout

describe.runIf(process.env['PROOF_SCANNERS'] === '1')('scanners', () => {
  beforeEach(() => {
    lines.length = 0
  })
  afterEach(() => expect(countAnswers({ from: 500, below: 600 })).toBe(0))

  it.each(QUERIES)(
    'sqlmap finds nothing to inject in %s',
    async (path) => {
      const said = await sqlmap([`--url=${gateway.ready.base_url}${path.replace('ORDER', reference)}`])
      expect(said).toContain('do not appear to be injectable')
      // An e-mail address has a form, which few attacks have: 422. Every text is a reference.
      if (path.includes('ORDER')) expectStatements('/api/transactions')
    },
    TIME_LIMIT_MS,
  )

  it(
    'sqlmap finds nothing to inject in a body',
    async () => {
      const said = await sqlmap([
        `--url=${gateway.ready.base_url}/api/customers`,
        '--data={"email":"ada@example.com","first_name":"Ada*"}',
      ])
      expect(said).toContain('do not appear to be injectable')
    },
    TIME_LIMIT_MS,
  )

  it(
    'wapiti finds no vulnerability in statements',
    async () => {
      await wapiti(gateway.ready.base_url, QUERIES)
      expect(countAnswers({ route: '/api/transactions', from: 200, below: 300 })).toBeGreaterThan(ANSWERS_MIN)
      expect(countAnswers({ route: '/api/transactions', from: 401, below: 402 })).toBe(0)
    },
    TIME_LIMIT_MS,
  )

  it(
    'wapiti finds no vulnerability in pages that show what their address says',
    async () => {
      const pages = await openPages()
      await wapiti(gateway.app.addresses().bankUrl, Object.values(pages))
      // A visit alone is one answer.
      for (const route of Object.keys(pages))
        expect(countAnswers({ route, from: 200, below: 300 }), route).toBeGreaterThan(ANSWERS_MIN)
    },
    TIME_LIMIT_MS,
  )

  it.each([
    ['slow headers', ['-H']],
    ['slow bodies', ['-B']],
    ['slow reading', ['-X']],
  ])(
    'a gateway under %s of slowhttptest answers others',
    async (_, mode) => {
      let isOver = false
      const attack = scan('slowhttptest', [
        ...mode,
        ...['-c', ATTACKERS, '-r', '100', '-i', '5', '-l', ATTACK_SECONDS],
        ...['-u', `${gateway.ready.base_url}/openapi.json`],
      ]).finally(() => (isOver = true))
      const answers = new Map<number, number>()
      while (!isOver) {
        const status = await askFromElsewhere('/openapi.json')
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
      const said = await attack
      expect(said).toMatch(/Hit test time limit|No open connections left/)
      expect([...answers.keys()]).toEqual([200])
    },
    TIME_LIMIT_MS,
  )
})

/** Pages that show what their address says, by their routes. */
async function openPages(): Promise<Readonly<Record<string, string>>> {
  const payment = await gateway.post<Envelope>('/api/transactions/payment', paymentRequest(gateway))
  const { pathname } = new URL(payment.redirect?.url ?? '')
  const sheet = new URLSearchParams({
    wallet: 'gwallet-pay',
    nonce: 'n',
    origin: 'https://shop.example',
    amount: '18.50',
    currency: 'EUR',
    merchant: 'Apples',
    auth_methods: 'PAN_ONLY',
    networks: 'VISA',
    billing: 'no',
    merchant_id: 'shop-1',
  })
  return {
    '/simulators/provider/:id': `${pathname}?bank=kopernik&lang=en`,
    '/simulators/wallets/sheet': `/simulators/wallets/sheet?${sheet}`,
  }
}

/**
 * Attacks came to the statement, and were not refused before: some are, for the edge refuses what has the form of an attack
 * (`union select`, `' or 1=1`) with 403, some dozen of what a level of sqlmap sends for each parameter.
 */
function expectStatements(route: string): void {
  const answered = countAnswers({ route, from: 200, below: 300 })
  expect(answered).toBeGreaterThan(ANSWERS_MIN)
  expect(countAnswers({ route, from: 403, below: 404 })).toBeLessThan(answered)
}

interface Answered {
  readonly route?: string
  readonly status?: number
}

/** Returns the number of responses with a status in this range, of one route or of all. */
function countAnswers(wanted: { readonly route?: string; readonly from: number; readonly below: number }) {
  const { route: path, from, below } = wanted
  return lines
    .map((line) => JSON.parse(line) as Answered)
    .filter(
      ({ route, status = 0 }) => (path === undefined || route === path) && status >= from && status < below,
    ).length
}

/** Sends a request as another machine would, on a connection of its own. */
async function askFromElsewhere(path: string): Promise<number> {
  const asked = request(gateway.ready.base_url + path, {
    localAddress: SHOPPER,
    agent: false,
    headers: { 'user-agent': 'shopper' },
  }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode ?? 0
}

/** Has wapiti crawl an origin from its root and from these paths, and attack what has parameters; expects no finding. */
async function wapiti(origin: string, paths: readonly string[]): Promise<void> {
  const report = join(folder, 'wapiti.json')
  const modules = 'sql,xss,file,exec,redirect,crlf,ssrf,xxe,htaccess,methods'
  await scan('wapiti', [
    ...['--url', `${origin}/`, '--flush-session', '--scope', 'domain'],
    ...['--header', `Authorization: Bearer ${await gateway.token()}`],
    ...paths.flatMap((path) => ['--start', origin + path.replace('ORDER', reference)]),
    ...['--module', modules, '--max-scan-time', WAPITI_MAX_SECONDS],
    ...['--format', 'json', '--output', report, '--store-session', folder, '--verbose', '0'],
  ])
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly vulnerabilities: Readonly<Record<string, readonly unknown[]>>
  }
  expect(Object.entries(vulnerabilities).filter(([, each]) => each.length > 0)).toEqual([])
}

/** Returns sqlmap's output, which must show a signed-in scan without an error. */
async function sqlmap(words: readonly string[]): Promise<string> {
  const said = await scan('sqlmap', [
    ...words,
    ...['--batch', '--flush-session', '--level=2', '--risk=2', '--threads=4', '--disable-coloring'],
    ...[`--headers=Authorization: Bearer ${await gateway.token()}`, `--output-dir=${folder}`],
    // Refusals are what it should meet.
    '--ignore-code=400,403,404,422',
  ])
  expect(said).not.toMatch(/\b(?:401|5\d\d) \(/)
  return said
}
