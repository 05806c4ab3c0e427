/**
 * A gateway in production behind TLS, with simulators as another process behind TLS: everything that a merchant can be paid by,
 * and every end of it, with nothing but addresses and secrets between the two.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Envelope, SandboxCredentials, Transaction } from '@sluice/types'
import { PAYMENT_METHOD_NAMES, TERMINAL_FEATURES, type TransactionStatus } from '@sluice/types/vocabulary'
import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import type { SimulatorAddresses } from '@sluice/gateway-core/simulators-app'
import { statusForCode } from '../../gateway/src/transactions/execution/status-for-code.ts'

import {
  BLIK_CODES,
  PAYOUT_ACCOUNTS,
  VPA_NAMES,
} from '../../simulators/src/alternative-provider/test-values.ts'
import {
  idOf,
  OPEN_REDIRECT_TYPES,
  paymentRequest,
  payoutRequest,
  press,
  redirectRequest,
  upiRequest,
} from '../../gateway/test/elsewhere.ts'
import { findFreePort } from '../../platform/test/free-port.ts'
import { type GatewayProgram, startProgram } from './gateway-program.ts'
import { makeCertificate } from '../../platform/test/make-certificate.ts'
import { MerchantAtGateway, type PaymentInput } from '../../gateway/test/merchant-at-gateway.ts'
import { type SimulatorsProgram, startSimulatorsProgram } from './simulators-program.ts'
import { type AtTheBank, open, shop } from '../../gateway/test/shopper.ts'
import { startTlsFront, type TlsFront } from '../../gateway/test/tls-front.ts'

const TERMINAL = 'T00000000001'

const folder = mkdtempSync(join(tmpdir(), 'sluice-production-'))
const coverage = join(folder, 'coverage')
const publicCertificates = getCACertificates('default')
let simulators: SimulatorsProgram
/** The address of their control interface, on their own machine only. */
let controlUrl: string
let program: GatewayProgram | null = null
let fronts: readonly TlsFront[] = []
let merchant: MerchantAtGateway

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

/** Production takes none of the simulators' own names: to it these are providers like all others. */
const nameOf = (id: string): string => `acquirer-${id}`

/** Writes an operator's configuration: the simulators as the providers, each at its address behind TLS. */
function describeShop({ providers, three_ds_servers }: SimulatorAddresses, simulatorsUrl: string) {
  const behindTls = <T extends { readonly url: string }>(party: T): T => ({
    ...party,
    url: simulatorsUrl + new URL(party.url).pathname,
  })
  const cards = providers.filter(({ methods }) => methods.includes('card'))
  const terminal = {
    terminal_id: TERMINAL,
    features: TERMINAL_FEATURES,
    routing: cards.map(({ id, accounts: [account] }) => ({ provider: nameOf(id), account: account?.id })),
    alternative_accounts: Object.fromEntries(
      providers.flatMap(({ id, accounts: [account], methods }) =>
        methods
          .filter((type) => type !== 'card')
          .map((type) => [type, { provider: nameOf(id), account: account?.id }]),
      ),
    ),
  }
  const client = {
    client_id: 'shop-backend',
    roles: ['merchant', 'transactions:payout'],
    secret_files: [join(folder, 'client-secret')],
  }
  return {
    merchants: [{ id: 'shop', name: 'Shop', terminals: [terminal], clients: [client] }],
    // Two answers are lost on purpose, and waited for; no other may be on a machine that is busy with other tests.
    providers: providers.map((provider) =>
      behindTls({
        ...provider,
        id: nameOf(provider.id),
        timeout_ms: 5_000,
        declarations: { upi_address: true },
      }),
    ),
    // The simulated bank has no certificate, so no challenge is hosted there.
    three_ds_servers: three_ds_servers.map((server) => ({
      ...behindTls(server),
      hosted_challenge_origins: [],
    })),
  }
}

beforeAll(async () => {
  const nowMs = Date.now()
  const certificate = makeCertificate({ fromMs: nowMs - 60_000, untilMs: nowMs + 86_400_000 })
  const certificateFile = write('certificate.pem', certificate.cert)
  setDefaultCACertificates([...publicCertificates, certificate.cert])
  simulators = await startSimulatorsProgram({
    dataDir: folder,
    env: { NODE_EXTRA_CA_CERTS: certificateFile },
  })
  const { addresses } = simulators
  const gatewayPort = await findFreePort()
  const simulatorsPort = Number(new URL(addresses.three_ds_servers[0].url).port)
  controlUrl = `http://127.0.0.1:${simulatorsPort}/control`
  const simulatorsFront = await startTlsFront(certificate, () => simulatorsPort, false)
  const front = await startTlsFront(certificate, () => gatewayPort, true)
  fronts = [simulatorsFront, front]
  const clientSecret = randomBytes(32).toString('base64url')
  write('client-secret', clientSecret)
  program = await startProgram({
    NODE_EXTRA_CA_CERTS: certificateFile,
    NODE_V8_COVERAGE: coverage,
    SLUICE_ENVIRONMENT: 'production',
    SLUICE_PORT: String(gatewayPort),
    SLUICE_BASE_URL: front.url,
    SLUICE_TRUSTED_PROXIES: '127.0.0.1',
    SLUICE_DATA_DIR: folder,
    SLUICE_MASTER_KEY_FILE: write('master-key', randomBytes(32).toString('base64')),
    SLUICE_CONFIG_FILE: write('sluice.json', JSON.stringify(describeShop(addresses, simulatorsFront.url))),
    SLUICE_RATE_LIMITS: 'off',
    SLUICE_LOG_LEVEL: 'error',
    // No proxy in front of it has to notice that it ends.
    SLUICE_DRAIN_DELAY_MS: '0',
  })
  const ready = {
    base_url: front.url,
    auth_url: front.url,
    realm: 'sluice',
    client_id: 'shop-backend',
    client_secret: clientSecret,
    terminal_id: TERMINAL,
    merchant_id: 'shop',
  }
  const keys = await new MerchantAtGateway(ready as SandboxCredentials).get('/api/encryption-keys')
  merchant = new MerchantAtGateway({ ...ready, encryption_keys: keys } as unknown as SandboxCredentials)
})

afterAll(async () => {
  setDefaultCACertificates(publicCertificates)
  if (program?.process.exitCode === null) await program.end('SIGTERM')
  await simulators.close()
  for (const front of fronts) await front.close()
  rmSync(folder, { recursive: true, force: true })
})

const statusOf = async (id: string) =>
  (await merchant.get<{ transaction: Transaction }>(`/api/transactions/${id}/status`)).transaction

/** Waits as a merchant does who has no webhooks. */
async function expectEnd(id: string, status: TransactionStatus, code: string): Promise<void> {
  await vi.waitFor(async () => expect(await statusOf(id)).toMatchObject({ status, processing_code: code }), {
    timeout: 25_000,
    interval: 200,
  })
}

async function pay(input: PaymentInput): Promise<string> {
  const { envelope } = await shop(await merchant.authorize(input), merchant, input.atTheBank)
  const id = envelope.result?.id
  if (id === undefined) throw new Error(`no result: ${JSON.stringify(envelope)}`)
  return id
}

const MERCHANT = merchantIdOf('shop')

/** Speaks to the simulators as their operator does. */
async function control<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(controlUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'test' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

let turn: Promise<unknown> = Promise.resolve()

/** Holds the lock for an instruction and its request, so that no other test's request comes in between. */
function inItsTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work, work)
  turn = done
  return done
}

/** Sends instructions to the simulator for the next request of a kind, because production sends no metadata. */
const instruct = (request: 'AUTHORIZATION' | 'OPERATION' | 'ORDER', metadata: object) =>
  control('/instructions', { merchant_id: MERCHANT, request, metadata })

interface BookEntry {
  readonly transaction_id: string
  readonly processing_code: string
}

const readBooks = async (ids: readonly string[]) =>
  (await control<{ entries: BookEntry[] }>('/books', { transaction_ids: ids })).entries

const LOST_ANSWERS = ['TIMEOUT_AFTER_EXECUTION', 'RESET_AFTER_EXECUTION', 'MALFORMED_ANSWER'] as const

async function inTurn<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = []
  for (const item of list) done.push(await work(item))
  return done
}

/** Returns the status of an operation on the merchant's transaction. */
async function manage(
  { reference, terminal_id, currency }: Transaction,
  operation: string,
  amount: number,
): Promise<string> {
  const answer = await merchant.send<Transaction>('POST', '/api/transactions/manage', {
    terminal_id,
    reference,
    currency,
    amount,
    transaction_type: operation,
  })
  return answer.body.status
}

/** Returns the test card for a processing code, with a valid check digit. */
function cardFor(code: string): string {
  const digits = `40000000${code}000`
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

type Row = readonly [what: string, number: string, atTheBank: AtTheBank, TransactionStatus, code: string]

const CARDS: readonly Row[] = [
  ['a card that pays', '4242424242424242', [], 'APPROVED', '0000'],
  ['a card that is declined', '4000000000000002', [], 'DECLINED', '1000'],
  ['a card without money', '4000000000009995', [], 'DECLINED', '1004'],
  ['a card whose bank wants to be asked later', cardFor('1002'), [], 'APPROVED', '0000'],
  ['a card that the provider finds invalid', cardFor('2004'), [], 'INVALID', '2004'],
  ['a card that the provider lets run out of time', cardFor('1005'), [], 'SESSION_EXPIRED', '1005'],
  ['a card that the provider cancels', cardFor('1003'), [], 'CANCELED', '1003'],
  ['the right password', '4000000000003220', ['1234'], 'APPROVED', '0000'],
  ['a wrong password', '4000000000003220', ['1111'], 'DECLINED', '3001'],
  ['"cancel" at the bank', '4000000000003220', ['cancel'], 'CANCELED', '1003'],
  ['a bank that refuses', '4000000000002925', [], 'DECLINED', '3001'],
  ['a bank that is not there', '4000000000002313', [], 'DECLINED', '3002'],
  ['two providers that decline', '4000004000020002', [], 'APPROVED', '0000'],
]

// Banks and providers in another process answer slowly, so the waits run concurrently.
describe.concurrent('in production, behind TLS, a card', () => {
  it.each(CARDS)('%s (%s, %j) ends %s %s', async (_what, number, atTheBank, status, code) => {
    await expectEnd(await pay({ card: { number }, atTheBank }), status, code)
  })

  it('is paid, with any metadata, which providers do not receive', async () => {
    const metadata = { simulated_flow: 'NO_3DS', response_code: '1000', simulated_fault: 'EARTHQUAKE' }
    await expectEnd(await pay({ metadata }), 'APPROVED', '0000')
  })

  it('is captured, refunded and voided at its provider', async () => {
    const original = await statusOf(await pay({ body: { transaction_type: 'AUTHORIZE' } }))
    const operate = (operation: string, amount: number) => manage(original, operation, amount)
    expect(await operate('CAPTURE', 4_000)).toBe('APPROVED')
    expect(await operate('REFUND', 1_000)).toBe('APPROVED')
    const other = await statusOf(await pay({ body: { transaction_type: 'AUTHORIZE' } }))
    expect(await manage(other, 'VOID', 10_000)).toBe('APPROVED')
  })
})

const BUTTONS = [
  ['approve', 'APPROVED', '0000'],
  ['decline', 'DECLINED', '1000'],
  ['cancel', 'CANCELED', '1003'],
  ['stay', 'PENDING', '1002'],
] as const

const pageOf = async (envelope: Envelope): Promise<string> =>
  (await statusOf(idOf(envelope))).redirect_url ?? 'no page'

/** Presses a button, and goes where the page sends the browser: back to the gateway, which asks the provider. */
async function choose(page: string, button: string): Promise<void> {
  const { location } = await press(page, button)
  if (location !== null) await open(location, 'document')
}

/** The choice on the page before its buttons appear. */
const CHOICE: Readonly<Record<string, string>> = { OPEN_BANKING: '?bank=kopernik', WALLETS: '?step=confirm' }

describe.each(BUTTONS)('in production, behind TLS, "%s" on the page', (button, status, code) => {
  it.each(OPEN_REDIRECT_TYPES)(`a payment of %s ends ${status}`, async (type) => {
    const envelope = await merchant.post<Envelope>(
      '/api/transactions/authorize',
      redirectRequest(merchant, type),
    )
    await choose(await pageOf(envelope), button)
    await expectEnd(idOf(envelope), status, code)
  })

  it.each(PAYMENT_METHOD_NAMES)(`a payment of %s ends ${status}`, async (method) => {
    const request = method === 'UPI' ? upiRequest(merchant) : paymentRequest(merchant, { method })
    const envelope = await merchant.post<Envelope>('/api/transactions/payment', request)
    // A page for a transfer waits without a click.
    const waits = method === 'BANK_TRANSFER' && button === 'stay'
    if (!waits) await choose((await pageOf(envelope)) + (CHOICE[method] ?? ''), button)
    await expectEnd(idOf(envelope), status, code)
  })
})

describe.concurrent('in production, behind TLS,', () => {
  it.each(BLIK_CODES)('the BLIK code $code leads to $processingCode', async ({ code, processingCode }) => {
    const blikCode = code.replaceAll('x', '1')
    const envelope = await merchant.post<Envelope>(
      '/api/transactions/authorize',
      redirectRequest(merchant, 'partner-blik', { blikCode }),
    )
    await expectEnd(idOf(envelope), statusForCode(processingCode), processingCode)
  })

  it('a BLIK code that no bank issued is declined', async () => {
    const request = redirectRequest(merchant, 'partner-blik', { blikCode: '123456' })
    const envelope = await merchant.post<Envelope>('/api/transactions/authorize', request)
    await expectEnd(idOf(envelope), 'DECLINED', '2002')
  })

  it.each(PAYOUT_ACCOUNTS)('a payout to $accountNumber ends as documented', async (row) => {
    const { accountNumber, at, later } = row
    const envelope = await merchant.post<Envelope>(
      '/api/transactions/payout',
      payoutRequest(merchant, accountNumber),
    )
    await expectEnd(idOf(envelope), statusForCode(later ?? at), later ?? at)
  })

  it.each(VPA_NAMES)('UPI at $name@upi leads to $processingCode', async ({ name, processingCode }) => {
    const request = upiRequest(merchant, { options: { vpa: `${name}@upi` } })
    const envelope = await merchant.post<Envelope>('/api/transactions/payment', request)
    await expectEnd(idOf(envelope), statusForCode(processingCode), processingCode)
  })

  it('a payment is refunded at its provider', async () => {
    const request = paymentRequest(merchant, { method: 'QR_CODE' })
    const envelope = await merchant.post<Envelope>('/api/transactions/payment', request)
    await choose(await pageOf(envelope), 'approve')
    await expectEnd(idOf(envelope), 'APPROVED', '0000')
    expect(await manage(await statusOf(idOf(envelope)), 'REFUND', 500)).toBe('APPROVED')
  })
})

// Each waits for its turn, and for answers that never come.
describe.concurrent('in production, behind TLS, where a provider fails,', () => {
  it('a payment is charged once, also when its answer is lost', async () => {
    const ids = await inItsTurn(async () => {
      for (const fault of LOST_ANSWERS) await instruct('AUTHORIZATION', { simulated_fault: fault })
      return inTurn(LOST_ANSWERS, () => pay({ body: { transaction_type: 'PURCHASE' } }))
    })
    await Promise.all(ids.map((id) => expectEnd(id, 'APPROVED', '0000')))
    const entries = await readBooks(ids)
    expect(
      entries.map(({ transaction_id, processing_code }) => [transaction_id, processing_code]).sort(),
    ).toEqual(ids.map((id) => [id, '0000']).sort())
  })

  it('a payment that its provider never saw is declined, and never charged', async () => {
    const id = await inItsTurn(async () => {
      // A connection that was reset would be tried again at once, under the same key.
      await instruct('AUTHORIZATION', { simulated_fault: 'SERVER_ERROR' })
      return pay({ body: { transaction_type: 'PURCHASE' } })
    })
    await expectEnd(id, 'DECLINED', '1001')
    expect(await readBooks([id])).toEqual([])
  })

  it('an order whose answer is lost, and a refund that its provider declines, end as the provider says', async () => {
    const order = await inItsTurn(async () => {
      // A connection that was kept, and reset, would be tried again at once.
      await instruct('ORDER', { simulated_fault: 'TIMEOUT_AFTER_EXECUTION', simulated_flow: 'APPROVED' })
      const request = paymentRequest(merchant, { method: 'QR_CODE' })
      const id = idOf(await merchant.post<Envelope>('/api/transactions/payment', request))
      expect((await statusOf(id)).status).toBe('PENDING')
      return id
    })
    await expectEnd(order, 'APPROVED', '0000')
    const paid = await statusOf(await inItsTurn(() => pay({ body: { transaction_type: 'PURCHASE' } })))
    await instruct('OPERATION', { response_code: '1000' })
    expect(await manage(paid, 'REFUND', 500)).toBe('DECLINED')
    expect(await manage(paid, 'REFUND', 500)).toBe('APPROVED')
  })

  it('an authorization that is pending ends when its bank has decided, at the simulators’ own time', async () => {
    const id = await inItsTurn(async () => {
      await instruct('AUTHORIZATION', { response_code: '1002' })
      const pending = await pay({ body: { transaction_type: 'PURCHASE' } })
      expect((await readBooks([pending]))[0]).toMatchObject({ processing_code: '1002', is_settled: false })
      return pending
    })
    await control('/clock', { merchant_id: MERCHANT, ahead_seconds: 60 })
    expect((await readBooks([id]))[0]).toMatchObject({ processing_code: '0000' })
    await expectEnd(id, 'APPROVED', '0000')
  })
})

describe('in production, behind TLS,', () => {
  it('the gateway of these tests has loaded no simulator', async () => {
    expect(await program?.end('SIGTERM')).toEqual([0, null])
    const loaded = readdirSync(coverage).flatMap((file) => {
      const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as {
        result: readonly { readonly url: string }[]
      }
      return result.map(({ url }) => url)
    })
    expect(loaded.filter((url) => url.includes('/packages/gateway/src/app.ts'))).toHaveLength(1)
    expect(loaded.filter((url) => url.includes('/packages/simulators/'))).toEqual([])
  })
})
