/** Counts the database statements of a purchase, which are the same on every machine. */
import fileSystem from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

import type { SandboxCredentials } from '@sluice/types'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { spyOnPostgres, spyOnSqlite } from './executed-statements.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { createGatewayDatabase } from './gateway-databases.ts'
import { PRODUCTION_RULES } from './production-rules.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

/**
 * A frictionless purchase, in three commits of the gateway and one of the simulated provider's ledger. On PostgreSQL
 * each list is a round trip. An additional line needs a reason; a removed line is welcome.
 */
const ROUND_TRIPS = [
  [
    'begin',
    'insert reference_holds',
    'insert sealed_field_uses',
    'insert transactions',
    'insert attempts',
    'insert continuations',
    'insert transaction_history',
    'commit',
  ],
  [
    'begin',
    'update continuations',
    'insert attempts',
    'insert attempt_authentications',
    'insert three_ds_ids',
    'commit',
  ],
  ['insert simulated_authorizations'],
  [
    'begin',
    'update continuations',
    'insert attempts',
    // The provider's reference of the payment.
    'insert provider_references',
    'update transactions',
    'insert transaction_history',
    'insert events',
    'insert webhook_deliveries',
    'commit',
  ],
]

/**
 * The statements if payments are counted by card and by address, as in production: locks come first, and the first
 * commit fails if a rule matches.
 */
const COUNTED_ROUND_TRIPS = [
  [
    'begin',
    'select',
    'insert reference_holds',
    'insert sealed_field_uses',
    'select',
    'insert risk_events',
    'insert transactions',
    'insert attempts',
    'insert continuations',
    'insert transaction_history',
    'commit',
  ],
  ...ROUND_TRIPS.slice(1, -1),
  ROUND_TRIPS.at(-1)?.toSpliced(-1, 0, 'update risk_events'),
]

/** The rows that such a purchase leaves, as in docs/performance.md, including the simulated provider's ledger. */
const ROWS_LEFT = {
  attempt_authentications: 1,
  attempts: 1,
  continuations: 1,
  events: 1,
  provider_references: 1,
  reference_holds: 1,
  sealed_field_uses: 4,
  simulated_authorizations: 1,
  three_ds_ids: 1,
  transaction_history: 2,
  transactions: 1,
}

describe('a purchase', () => {
  it('costs the listed statements and commits on SQLite', async () => {
    const executedTexts = spyOnSqlite()
    const executed = () => executedTexts().map(describeStatement)
    const gateway = await start()
    expect(await countDone(gateway, executed)).toEqual(
      // A single write is also a commit.
      ROUND_TRIPS.flat().flatMap((line) =>
        line === 'insert simulated_authorizations' ? ['begin', line, 'commit'] : [line],
      ),
    )
  })

  it('waits three times for the disk on SQLite, and not for the ledger of the simulated provider', async () => {
    const flushes = spyOnFlushes()
    const gateway = await start()
    expect(await countDone(gateway, flushes)).toHaveLength(3)
  })

  it('shares its commits with concurrent ones', async () => {
    const executedTexts = spyOnSqlite()
    const executed = () => executedTexts().map(describeStatement)
    const gateway = await start()
    await purchase(gateway)
    const before = executed().length
    await Promise.all(Array.from({ length: 16 }, () => purchase(gateway)))
    const commits = executed()
      .slice(before)
      .filter((line) => line === 'commit')
    // 64 alone.
    expect(commits.length).toBeLessThan(40)
  })

  it('leaves the listed rows', async () => {
    const gateway = await start()
    const before = await countRows(gateway)
    await purchase(gateway)
    const after = await countRows(gateway)
    const left = Object.entries(after).flatMap(([table, rows]) => {
      const more = rows - (before[table] ?? 0)
      return more === 0 ? [] : [[table, more] as const]
    })
    expect(Object.fromEntries(left)).toEqual(ROWS_LEFT)
  })

  it('costs the listed round trips on PostgreSQL', async () => {
    const { gateway, executed } = await startOnPostgres()
    expect(await countDone(gateway, executed)).toEqual(ROUND_TRIPS)
  })

  it('costs no additional round trip on PostgreSQL if payments are counted', async () => {
    const { gateway, executed } = await startOnPostgres()
    const { status, body } = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {
      risk: PRODUCTION_RULES,
    })
    expect(status).toBe(201)
    expect(await countDone(new MerchantAtGateway(body, gateway.clock), executed)).toEqual(COUNTED_ROUND_TRIPS)
  })

  it('shares its round trips with concurrent ones', async () => {
    const { gateway, executed } = await startOnPostgres()
    await purchase(gateway)
    let shared = { commits: Infinity, ofLedger: Infinity }
    // On a busy machine they may arrive one after the other.
    for (let time = 0; time < 10 && !(shared.commits < 40 && shared.ofLedger < 16); time += 1) {
      const before = executed().length
      await Promise.all(Array.from({ length: 16 }, () => purchase(gateway)))
      const commits = executed()
        .slice(before)
        .filter((statements) => statements.some((line) => line.startsWith('insert') || line === 'commit'))
      const ofLedger = commits.filter((statements) => statements.includes('insert simulated_authorizations'))
      shared = { commits: commits.length, ofLedger: ofLedger.length }
    }
    // 64 alone. One of the ledger alone is no transaction, and those of several purchases are.
    expect(shared.commits).toBeLessThan(40)
    expect(shared.ofLedger).toBeLessThan(16)
  })
})

/** Counts the rows of all tables except the audit trail, which records new callers later and once. */
async function countRows(gateway: TestGateway): Promise<Readonly<Record<string, number>>> {
  await gateway.token()
  const { audit_entries: _, ...tables } = await gateway.books.everything()
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))
}

async function startOnPostgres() {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const sent = spyOnPostgres()
  const gateway = await start(await createGatewayDatabase(postgres))
  const executed = () => sent().map((statements) => statements.map(describeStatement))
  return { gateway, executed }
}

async function start(databaseUrl?: string): Promise<TestGateway> {
  const gateway = await startTestGateway(databaseUrl === undefined ? {} : { databaseUrl })
  onTestFinished(() => gateway.close())
  return gateway
}

/** How long the gateway caches that a token was not revoked. */
const REMEMBERED_MS = 1_000

/** Other work of the gateway, at its start or at intervals, only adds to the statements of a purchase. */
const COUNTED_PURCHASES = 5

/** Returns the minimum over some purchases. Each follows another one, which fills the caches. */
async function countDone<T>(
  gateway: Pick<TestGateway, 'authorize'>,
  executed: () => readonly T[],
): Promise<readonly T[]> {
  const costs: (readonly T[])[] = []
  while (costs.length < COUNTED_PURCHASES) {
    const beganAtMs = performance.now()
    await purchase(gateway)
    const before = executed().length
    await purchase(gateway)
    if (performance.now() - beganAtMs < REMEMBERED_MS) costs.push(executed().slice(before))
  }
  return costs.reduce((fewest, cost) => (cost.length < fewest.length ? cost : fewest))
}

async function purchase(gateway: Pick<TestGateway, 'authorize'>): Promise<void> {
  const { result } = await gateway.authorize({
    flow: 'NO_METHOD_FRICTIONLESS',
    body: { customer_ip: '203.0.113.7' },
  })
  expect(result?.status).toBe('APPROVED')
}

function spyOnFlushes(): () => readonly unknown[] {
  const spy = vi.spyOn(fileSystem, 'fdatasync')
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return () => spy.mock.calls
}

/** Returns the verb and the table of a statement. */
function describeStatement(text: string): string {
  const [, verb = text] = /^\s*(?:with "written" as \()?(\w+)/.exec(text) ?? []
  const [, table] = /(?:from|into|update)\s+"(\w+)"/.exec(text) ?? []
  return table === undefined ? verb : `${verb} ${table}`
}
