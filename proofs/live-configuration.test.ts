import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

import {
  type AuthorizationMessage,
  isSignedBy,
  type OutcomeMessage,
} from '../packages/provider-protocol/src/index.ts'
import { systemClock } from '../packages/platform/src/system.ts'
import { SIMULATED_REGISTRATION } from '../packages/simulators/src/index.ts'

import { findFreePort } from '../packages/platform/test/free-port.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { type Config, readConfig } from '../packages/gateway/src/config.ts'
import { loadConfigurationFile } from '../packages/gateway/src/configuration-file/index.ts'
import { applyConfigurationFile } from '../packages/gateway/src/operator-tools/apply-configuration-file.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { tally } from '../packages/gateway/test/tally.ts'
import { startTestGateway, type TestGateway } from '../packages/gateway/test/test-gateway.ts'

const MERCHANTS = 200
const [OLD, NEW, CLIENT_SECRET] = [makeSecret(), makeSecret(), makeSecret()]

function makeSecret(): string {
  return randomBytes(32).toString('base64')
}

/** A card provider that takes both of our secrets for a while, as providers do while theirs are changed. */
async function startProvider() {
  const seen: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      const signed = { method: request.method ?? '', path: request.url ?? '', body }
      seen.push([OLD, NEW].find((one) => isSignedBy(signed, request.headers, one, Date.now())) ?? 'none')
      const { idempotency_key, account_id, amount, currency } = JSON.parse(body) as AuthorizationMessage
      const approved: OutcomeMessage = {
        idempotency_key,
        account_id,
        approved_amount: amount,
        currency,
        processing_code: '0000',
        response_code: '00',
        response_message: 'Approved',
        approval_code: 'ABC123',
        reference_number: '632410123456',
        systan: 123_456,
        retryable: false,
        network_transaction_id: null,
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(approved))
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type Provider = Awaited<ReturnType<typeof startProvider>>

const terminalId = (at: number) => `T${String(at).padStart(11, '0')}`
const ROUTE_A = { provider: 'acme-a', account: 'main' }
const ROUTE_B = { provider: 'acme-b', account: 'main' }

function describeMerchant(at: number, routing: readonly unknown[] = [ROUTE_A]) {
  return {
    id: `shop-${at}`,
    name: `Shop ${at}`,
    terminals: [{ terminal_id: terminalId(at), features: ['TRX_TYPE_PURCHASE', 'THREE_DS'], routing }],
    ...(at === 0 ? { clients: [{ client_id: 'shop', secret_files: ['client'] }] } : {}),
  }
}

/** Two machines with a gateway each, whose files an operator changes. */
class Machines {
  readonly folder = mkdtempSync(join(tmpdir(), 'sluice-live-'))
  readonly #providers: Readonly<Record<string, Provider>>
  readonly #databaseUrl: string
  readonly #port: number

  constructor(providers: Readonly<Record<string, Provider>>, databaseUrl: string, port: number) {
    this.#providers = providers
    this.#databaseUrl = databaseUrl
    this.#port = port
  }

  writeSecret(machine: string, name: string, secret: string): void {
    mkdirSync(join(this.folder, machine), { recursive: true })
    writeFileSync(join(this.folder, machine, name), secret, { mode: 0o600 })
  }

  writeFile(machine: string, merchants: readonly unknown[], providers: readonly string[]): void {
    const described = providers.map((id) => ({
      id,
      type: 'http',
      url: this.#providers[id]?.url,
      secret_file: id,
      accounts: [{ id: 'main', ...SIMULATED_REGISTRATION }],
      methods: ['card'],
      operations: ['REFUND'],
    }))
    this.writeSecret(machine, 'sluice.json', JSON.stringify({ providers: described, merchants }))
  }

  #env(machine: string) {
    return {
      SLUICE_CONFIG_FILE: join(this.folder, machine, 'sluice.json'),
      SLUICE_AUTH_URL: `http://127.0.0.1:${this.#port}`,
      SLUICE_LOG_LEVEL: 'warn',
    }
  }

  async start(machine: string, port: number, log: string[]): Promise<TestGateway> {
    return startTestGateway({
      databaseUrl: this.#databaseUrl,
      dataDir: join(this.folder, 'data'),
      port,
      env: this.#env(machine),
      adapters: {
        // Cached data of merchants expires by time.
        clock: systemClock,
        realTime: systemClock,
        logDestination: { write: (line: string) => void log.push(line) },
      },
    })
  }

  async apply(machine: string) {
    const reading = readConfig(
      {},
      {
        ...this.#env(machine),
        SLUICE_DATABASE_URL: this.#databaseUrl,
        SLUICE_DATA_DIR: join(this.folder, 'data'),
      },
    )
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    const config: Config = reading.config
    const file = loadConfigurationFile(config.configFile ?? '', config)
    return applyConfigurationFile(config, file, { isDryRun: false })
  }
}

it(`with ${MERCHANTS} merchants, providers, secrets, merchants and routes change under load, and no payment fails`, async () => {
  const providers = { 'acme-a': await startProvider(), 'acme-b': await startProvider() }
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const port = await findFreePort()
  const machines = new Machines(providers, await postgres.createDatabase(), port)
  onTestFinished(() => rmSync(machines.folder, { recursive: true, force: true }))
  const everybody = Array.from({ length: MERCHANTS }, (_, at) => describeMerchant(at))
  for (const machine of ['one', 'other']) {
    for (const id of Object.keys(providers)) machines.writeSecret(machine, id, OLD)
    machines.writeSecret(machine, 'client', CLIENT_SECRET)
    machines.writeFile(machine, everybody, ['acme-a'])
  }
  const log: string[] = []
  const one = await machines.start('one', port, log)
  const other = await machines.start('other', 0, log)
  onTestFinished(() => one.app.close())

  const failures: string[] = []
  let isOver = false
  const stopped = new Set<number>()
  const paid = tally()
  const shopAt = async (gateway: TestGateway): Promise<MerchantAtGateway> => {
    const client = { client_id: 'shop', client_secret: CLIENT_SECRET, terminal_id: terminalId(0) }
    const ready = { ...gateway.ready, ...client }
    const { body } = await new MerchantAtGateway(ready).send('GET', '/api/encryption-keys')
    return new MerchantAtGateway({ ...ready, encryption_keys: body as never })
  }
  const shops = [await shopAt(one), await shopAt(other)]
  const load = shops.map(async (shop, at) => {
    while (!isOver && !stopped.has(at)) {
      const { result } = await shop.authorize({ flow: 'NO_3DS' })
      if (result?.status !== 'APPROVED') failures.push(JSON.stringify(result))
      paid.count()
    }
  })
  await paid.reaches(6)

  // A provider is added, first on one machine only: its route waits for the other one.
  const extended = [describeMerchant(0, [ROUTE_B, ROUTE_A]), ...everybody.slice(1)]
  machines.writeFile('one', extended, ['acme-a', 'acme-b'])
  const plan = await machines.apply('one')
  expect(plan.heldBack.map(({ route }) => route)).toContain('acme-b/main')
  await paid.reaches(6)
  expect(providers['acme-b'].seen).toEqual([])
  machines.writeFile('other', extended, ['acme-a', 'acme-b'])
  await expect.poll(() => providers['acme-b'].seen.length, { timeout: 180_000 }).toBeGreaterThan(3)

  for (const machine of ['one', 'other']) machines.writeSecret(machine, 'acme-b', NEW)
  await machines.apply('one')
  await expect
    .poll(() => new Set(providers['acme-b'].seen.slice(-4)), { timeout: 180_000 })
    .toEqual(new Set([NEW]))

  const grown = [...extended, describeMerchant(MERCHANTS)].map((merchant, at) =>
    at === 1 ? describeMerchant(1, [ROUTE_B]) : merchant,
  )
  for (const machine of ['one', 'other']) machines.writeFile(machine, grown, ['acme-a', 'acme-b'])
  const { heldBack, merchants } = await machines.apply('other')
  expect(heldBack).toEqual([])
  expect(merchants.filter(({ changes }) => changes.length > 0).map(({ label }) => label)).toEqual([
    'shop-1',
    `shop-${MERCHANTS}`,
  ])
  await paid.reaches(6)

  // A machine that was not updated starts again, and takes nothing back.
  machines.writeFile('other', extended, ['acme-a', 'acme-b'])
  stopped.add(1)
  await load[1]
  await other.app.close()
  const restarted = await machines.start('other', 0, log)
  expect(log.filter((line) => line.includes('older than the last applied one'))).toHaveLength(1)
  await restarted.app.close()
  const { merchants: unchanged } = await machines.apply('one')
  expect(unchanged.flatMap(({ changes }) => changes)).toEqual([])

  isOver = true
  await load[0]
  process.stdout.write(`${paid.total()} payments, ${failures.length} failed\n`)
  expect(failures).toEqual([])
}, 600_000)
