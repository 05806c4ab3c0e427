/**
 * The fast way to commit leaves the rows that the slow one leaves, value by value: the same payments, with the same clock,
 * ids and randomness, once many at a time and once one after the other, where each statement is built, sent and waited for
 * alone and each work is a commit of its own. PROOF_PAYMENTS: how many.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import type { Envelope, SandboxCredentials, Transaction } from '@sluice/types'
import { makeUuid, type Random } from '@sluice/platform/kernel/random'
import type { CommitConnection } from '@sluice/platform/database/commit-connection'
import { isFailedCondition } from '@sluice/platform/database/database-errors'

import { type Adapters, type App, buildApp } from '../packages/gateway/src/app.ts'
import { readConfig } from '../packages/gateway/src/config.ts'
import { Books, type Row } from '../packages/gateway/test/books.ts'
import { describeOnBothDatabases } from '../packages/gateway/test/databases.ts'
import { type SeededRandom, createSeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { inParallel } from '../packages/gateway/test/in-parallel.ts'
import { MerchantAtGateway, type PaymentInput } from '../packages/gateway/test/merchant-at-gateway.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from '../packages/gateway/test/no-assets.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { createManualClock } from '../packages/platform/test/manual-clock.ts'

const PAYMENTS = Number(process.env['PROOF_PAYMENTS'] ?? 200)
const SEED = Number(process.env['PROOF_SEED'] ?? 1)
const AT_ONCE = 24

/** Generous: a time limit finds no bugs. */
const TIME = { timeout: 180_000 + PAYMENTS * 200 }

/** A request, and what it is answered. */
interface Wanted {
  readonly path: string
  readonly body: unknown
  readonly key?: string
}

/** The random values of one request follow from its number, whatever is drawn for others in the meantime. */
const ownRandom = new AsyncLocalStorage<SeededRandom>()

function seededRandom(nowMs: () => number): Random {
  const others = createSeededRandom(SEED)
  const bytes = (length: number): Uint8Array => {
    const random = ownRandom.getStore() ?? others
    return Uint8Array.from({ length }, () => random.whole(256))
  }
  return { bytes, uuid: () => makeUuid(nowMs(), bytes(16)) }
}

/** Each write is done before the next is requested, as before pipelines and prepared writes. */
const oneByOne: Partial<Adapters> = {
  aroundCommits: (own) => (work) =>
    own((trx) => {
      const executor = trx.getExecutor()
      const slow = new Proxy(executor, {
        get: (target, name) => {
          if (name === 'provideConnection')
            return (consume: (lent: unknown) => Promise<unknown>) =>
              executor.provideConnection(async (lent) => consume(withoutAdding(lent as CommitConnection)))
          const member: unknown = Reflect.get(target, name)
          return typeof member === 'function' ? member.bind(target) : member
        },
      })
      return work(Object.assign(trx, { getExecutor: () => slow }))
    }),
  // A plugin that changes nothing, for which statements are built again.
  aroundStatements: {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  },
}

function withoutAdding(lent: CommitConnection): Pick<CommitConnection, 'add' | 'isInTransaction' | 'lock'> {
  return {
    isInTransaction: false,
    lock: (names) => lent.lock(names),
    async add({ query, expects }) {
      if (expects && 'raises' in expects) {
        await lent.executeQuery(query).catch((error: unknown) => {
          throw isFailedCondition(error) ? expects.raises() : error
        })
        return
      }
      const { numAffectedRows = 0n } = await lent.executeQuery(query)
      const rows = Number(numAffectedRows)
      if (expects === undefined) return
      if ('onRows' in expects) expects.onRows(rows)
      else if (rows !== expects.rows) throw expects.otherwise()
    },
  }
}

const PURCHASES: readonly PaymentInput[] = [
  { flow: 'NO_METHOD_FRICTIONLESS' },
  { flow: 'NO_3DS' },
  { flow: 'FRICTIONLESS_SUCCESS' },
  { flow: 'NO_METHOD_CHALLENGE' },
  { flow: 'FALLBACK_APPROVE_AFTER_2' },
  { flow: 'FRICTIONLESS_REJECTED' },
  { flow: 'NO_3DS', metadata: { response_code: '1000' } },
  { flow: 'NO_3DS', body: { currency: 'XXX' } },
]

/** Sends the shop's requests for one payment, in order: most of them move money, some are refused. */
async function drawPayment(shop: MerchantAtGateway, random: SeededRandom): Promise<readonly Wanted[]> {
  const input = random.pick(PURCHASES)
  const body = await shop.cardRequest(input)
  const { reference, currency } = body as { reference: string; currency: string }
  const authorize: Wanted = { path: '/api/transactions/authorize', body }
  const manage = (type: string, amount: number): Wanted => ({
    path: '/api/transactions/manage',
    body: { reference, terminal_id: shop.ready.terminal_id, transaction_type: type, currency, amount },
  })
  const key = `key-${reference}`
  switch (random.whole(6)) {
    case 0:
      return [
        { ...authorize, key },
        { ...authorize, key },
      ]
    case 1:
      return [authorize, manage('REFUND', 4_000), manage('REFUND', 6_000), manage('REFUND', 1)]
    case 2:
      return [{ ...authorize, body: { ...body, transaction_type: 'AUTHORIZE' } }, manage('CAPTURE', 10_000)]
    case 3:
      return [{ ...authorize, body: { ...body, transaction_type: 'AUTHORIZE' } }, manage('VOID', 10_000)]
    case 4:
      return [authorize, authorize]
    default:
      return [authorize]
  }
}

describeOnBothDatabases('the rows of a gateway that shares commits', (_, { dialect }) => {
  it(`are those of one that commits each work alone, after ${PAYMENTS} mixed payments`, TIME, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-same-rows-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = dialect === 'postgres' ? await startPostgres() : null
    onTestFinished(() => postgres?.stop())
    const template = { dataDir: join(folder, 'template'), databaseUrl: await postgres?.createDatabase() }
    const credentials = await makeTemplate(template)

    const clock = createManualClock()
    const shop = new MerchantAtGateway(credentials, clock)
    const random = createSeededRandom(SEED)
    const payments: (readonly Wanted[])[] = []
    for (let at = 0; at < PAYMENTS; at += 1) payments.push(await drawPayment(shop, random))

    const play = async (atOnce: number, adapters: Partial<Adapters>) => {
      // Both at the same place, because ephemeral keys are stored under its name.
      const dataDir = join(folder, 'data')
      rmSync(dataDir, { recursive: true, force: true })
      cpSync(template.dataDir, dataDir, { recursive: true })
      const databaseUrl = await postgres?.createDatabase(template.databaseUrl)
      const app = await start({ dataDir, databaseUrl, port: new URL(credentials.base_url).port }, adapters)
      const told = await buyAll(app, credentials, payments, atOnce)
      // Deliveries too: each is made once, at whichever moment.
      while ((await app.runDueWork()) > 0);
      // Its end is written down under an id. What background work drew until then follows from how long it took.
      await ownRandom.run(createSeededRandom(SEED + 1), () => app.close())
      const books = new Books(databaseUrl === undefined ? { dataDir } : { databaseUrl })
      const tables = Object.entries(await books.everything())
      return {
        told,
        tables: Object.fromEntries(tables.map(([name, rows]) => [name, withoutOrder(name, rows)])),
      }
    }
    const fast = await play(AT_ONCE, {})
    const slow = await play(1, oneByOne)

    expect(fast.told).toEqual(slow.told)
    const kinds = new Set(fast.told.map((text) => text.split(':')[0]))
    expect(kinds).toEqual(new Set(['APPROVED', 'DECLINED', 'INVALID', 'asks the shopper', 'refused']))
    expect(Object.keys(fast.tables)).toEqual(Object.keys(slow.tables))
    const differences = Object.entries(fast.tables).flatMap(([table, rows]) => {
      const found = {
        table,
        fast: missing(rows, slow.tables[table]),
        slow: missing(slow.tables[table], rows),
      }
      return found.fast.length + found.slow.length === 0 ? [] : [found]
    })
    expect(differences).toEqual([])
  })
})

/** A merchant with a subscription to its events: keys are made once, and both ways begin with copies. */
async function makeTemplate(place: Place): Promise<SandboxCredentials> {
  mkdirSync(join(place.dataDir, RUNTIME), { recursive: true })
  const app = await start(place, {})
  await app.listen()
  if (app.ready === null) throw new Error('no demo merchant')
  const subscribed = await app.server.inject({
    method: 'POST',
    url: '/simulators/webhooks/subscriptions',
    headers: { 'x-sandbox-id': app.ready.sandbox_id, 'content-type': 'application/json', ...from(app.ready) },
    payload: { url: 'https://shop.example/webhooks' },
  })
  expect(subscribed.statusCode, subscribed.body).toBe(201)
  await app.close()
  return app.ready
}

interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The port; by default, any free one. */
  readonly port?: string
}

const RUNTIME = 'runtime'

/** Nothing listens there: requests are passed directly. */
const from = ({ base_url }: SandboxCredentials) => ({ host: new URL(base_url).host, 'user-agent': 'test' })

function start({ dataDir, databaseUrl, port = '0' }: Place, adapters: Partial<Adapters>): Promise<App> {
  const reading = readConfig(
    { port, data: dataDir, ...(databaseUrl === undefined ? {} : { 'database-url': databaseUrl }) },
    { SLUICE_LOG_LEVEL: 'silent', SLUICE_RUNTIME_DIR: join(dataDir, RUNTIME) },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const clock = createManualClock()
  return buildApp(reading.config, {
    clock,
    realTime: clock,
    random: seededRandom(clock.now),
    assets: NO_ASSETS,
    hostedPage: NO_PAGE,
    portalProgram: NO_PORTAL,
    postWebhook: async () => ({ status: 204, retryAfter: null, excerpt: '' }),
    ...adapters,
  })
}

async function buyAll(
  { server }: App,
  credentials: SandboxCredentials,
  payments: readonly (readonly Wanted[])[],
  atOnce: number,
) {
  const { auth_url, realm, client_id, client_secret } = credentials
  const tokens = await server.inject({
    method: 'POST',
    url: `${new URL(auth_url).pathname.replace(/\/$/, '')}/realms/${realm}/protocol/openid-connect/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from(credentials) },
    payload: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
  })
  expect(tokens.statusCode, tokens.body).toBe(200)
  const { access_token } = JSON.parse(tokens.body) as { access_token: string }
  const ask = async ({ path, body, key }: Wanted) => {
    const { statusCode, body: text } = await server.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${access_token}`,
        ...(key && { 'idempotency-key': key }),
        ...from(credentials),
      },
      payload: JSON.stringify(body),
    })
    expect(statusCode, text).toBeLessThan(500)
    const { result, action, status } = JSON.parse(text) as Partial<Envelope & Transaction>
    const outcome = action ? 'asks the shopper' : (result?.status ?? status)
    return `${statusCode === 200 ? outcome : 'refused'}: ${statusCode} ${text}`
  }
  const told: string[][] = payments.map(() => [])
  await inParallel(payments.length, atOnce, async (at) => {
    for (const [step, each] of (payments[at] ?? []).entries())
      told[at]?.push(await ownRandom.run(createSeededRandom(SEED + 10 * (at + 1) + step), () => ask(each)))
  })
  return told.flat()
}

/** The columns that show the order of rows, which differs between the two. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  audit_entries: ['seq', 'hash'],
  events: ['commit_order', 'position'],
}

function withoutOrder(table: string, rows: readonly Row[]): readonly Row[] {
  const order = ORDER[table]
  if (order === undefined) return rows
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !order.includes(name))))
}

/**
 * Rows of one list that another lacks, each as often as it occurs there. The order of arrival is what differs between
 * the two ways.
 */
function missing(rows: readonly Row[] = [], others: readonly Row[] = []): readonly string[] {
  const left = new Map<string, number>()
  for (const text of others.map((row) => JSON.stringify(row))) left.set(text, (left.get(text) ?? 0) + 1)
  return rows
    .map((row) => JSON.stringify(row))
    .filter((text) => {
      const count = left.get(text) ?? 0
      left.set(text, count - 1)
      return count <= 0
    })
}
