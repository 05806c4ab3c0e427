import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, it, onTestFailed, onTestFinished } from 'vitest'

import { type GatewayProgram, startProgramOf } from '../packages/cli/test/gateway-program.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { tally } from '../packages/gateway/test/tally.ts'
import { findFreePort } from '../packages/platform/test/free-port.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { buildRelease, PRESENT_RELEASE } from './build-release.ts'
import { inspectBooks, type ReportedEnd } from './inspect-books.ts'
import { summarize } from './report.ts'

const SHOPPERS = 3
/** The number of purchases between two changes; `npm run verify -- second-release` makes it large. */
const PURCHASES = Number(process.env['PROOF_PAYMENTS'] ?? 20)
const ROUNDS = Number(process.env['PROOF_ROUNDS'] ?? 1)

const PLACES = [0, 1]

/** A column and an index of the table that every purchase writes to. */
const ADDITIVE = {
  version: '9.1.0',
  migrations: `
  '9001-transactions-proof': {
    up: async (db) => db.schema.alterTable('transactions').addColumn('proof', 'text').execute(),
  },
  '9002-transactions-proof-index': {
    index: { name: 'transactions_proof', table: 'transactions', on: '(proof) where proof is not null' },
    up: async () => undefined,
  },
`,
}

const BREAKING = {
  version: '9.2.0',
  migrations: `${ADDITIVE.migrations}
  '9003-transactions-proof-breaks-before-9002': {
    up: async (db) => db.schema.alterTable('transactions').dropColumn('proof').execute(),
  },
`,
}

const TIME = { timeout: 240_000 + ROUNDS * PURCHASES * 4_000 }

it(`releases take over from each other under load, ${ROUNDS} times up and back`, TIME, async () => {
  const installation = await install()
  const [later, breaking] = [await buildRelease(ADDITIVE), await buildRelease(BREAKING)]
  for (const place of PLACES) await installation.start(PRESENT_RELEASE, place)
  const load = buyAtAll(installation.serving)
  await load.paid.reaches(PURCHASES)

  // A backup reads the table that the first process of the new release alters, while payments continue.
  const endReading = await installation.read('transactions')
  await installation.end(0)
  let isUp = false
  const starting = installation.start(later, 0).then(() => (isUp = true))
  await load.paid.reaches(PURCHASES)
  expect(isUp).toBe(false)
  await endReading()
  await starting

  for (let round = 0; round < ROUNDS; round += 1) {
    // Up, and back, one after the other: in between, both releases serve.
    for (const release of [later, PRESENT_RELEASE]) {
      for (const place of PLACES) {
        await load.paid.reaches(PURCHASES)
        await installation.end(place)
        await installation.start(release, place)
      }
    }
  }
  await load.paid.reaches(PURCHASES)
  await load.end()
  for (const place of PLACES) await installation.end(place)

  expect(load.failures).toEqual([])
  const books = await inspectBooks(installation.flags, { acknowledged: load.acknowledged })
  expect(books.discrepancies).toEqual([])
  expect(books.transactions).toBe(load.acknowledged.length)
  expect(
    await installation.query(`select indexname from pg_indexes where indexname = 'transactions_proof'`),
  ).toHaveLength(1)
  expect(
    await installation.query('select "schema", oldest, version from schema_versions order by 1 desc limit 1'),
  ).toEqual([{ schema: 9002, oldest: 16, version: ADDITIVE.version }])

  await installation.start(breaking, 0)
  await installation.end(0)
  await expect(installation.start(PRESENT_RELEASE, 0)).rejects.toThrow(
    /was migrated to schema 9003 by Sluice 9\.2\.0, .* do not know schema 9002 .* This is Sluice 0\.\d+\.\d+, .* Start Sluice 9\.2\.0/,
  )
  await installation.start(later, 0)
  summarize('second-release', {
    rounds: ROUNDS,
    purchases: load.acknowledged.length,
    failed: load.failures.length,
  })
})

/** A process that shoppers are sent to. */
interface Serving {
  readonly shop: MerchantAtGateway
  readonly underWay: Set<Promise<void>>
}

/** Two places for processes on one database. */
async function install() {
  const data = mkdtempSync(join(tmpdir(), 'sluice-second-release-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const databaseUrl = await postgres.createDatabase()
  const port = await findFreePort()
  const env = {
    SLUICE_DATABASE_URL: databaseUrl,
    // One address gives all tokens the same issuer; it comes first.
    SLUICE_AUTH_URL: `http://127.0.0.1:${port}`,
    SLUICE_LOG_LEVEL: 'error',
  }
  const observer = new Client({ connectionString: databaseUrl })
  await observer.connect()
  onTestFinished(() => observer.end())
  const programs = new Map<number, GatewayProgram>()
  const serving = new Map<number, Serving>()
  return {
    /** The places that a balancer sends shoppers to. */
    serving,
    flags: { data, 'database-url': databaseUrl },
    async start(release: readonly string[], place: number): Promise<void> {
      const options = ['--port', String(place === 0 ? port : 0), '--data', data]
      const program = await startProgramOf(release, env, ...options)
      onTestFinished(() => void program.end('SIGKILL'))
      onTestFailed(() => void process.stderr.write(program.log()))
      programs.set(place, program)
      serving.set(place, { shop: new MerchantAtGateway(program.ready), underWay: new Set() })
    },
    async end(place: number): Promise<void> {
      const { underWay } = serving.get(place) ?? {}
      serving.delete(place)
      // Its shoppers send all requests of a purchase here.
      await Promise.all([...(underWay ?? [])])
      expect(await programs.get(place)?.end('SIGTERM')).toEqual([0, null])
    },
    query: async (text: string): Promise<readonly unknown[]> => (await observer.query(text)).rows,
    /** Reads the table in a transaction, and returns what ends it. */
    async read(table: string): Promise<() => Promise<unknown>> {
      await observer.query(`begin; select from ${table}`)
      return () => observer.query('commit')
    },
  }
}

/** Shoppers who buy at every serving process, until they are stopped. */
function buyAtAll(serving: ReadonlyMap<number, Serving>) {
  const failures: string[] = []
  const acknowledged: ReportedEnd[] = []
  const paid = tally()
  let isOver = false
  const buy = async (shop: MerchantAtGateway): Promise<void> => {
    try {
      const { result } = await shop.authorize({ flow: 'NO_METHOD_FRICTIONLESS' })
      if (result?.status !== 'APPROVED') failures.push(JSON.stringify(result))
      else acknowledged.push({ transactionId: result.id, status: result.status })
    } catch (error) {
      failures.push(String(error))
    }
    paid.count()
  }
  const shopper = async (place: number): Promise<void> => {
    for (let turn = place; !isOver; turn += 1) {
      const process = [...serving.values()].at(turn % serving.size)
      if (!process) throw new Error('no process serves')
      const purchase = buy(process.shop)
      process.underWay.add(purchase)
      await purchase
      process.underWay.delete(purchase)
    }
  }
  const shoppers = Promise.all(Array.from({ length: SHOPPERS }, (_, place) => shopper(place)))
  return {
    failures,
    acknowledged,
    paid,
    async end(): Promise<void> {
      isOver = true
      await shoppers
    },
  }
}
