/**
 * A shop, a gateway, its database, its providers and a webhook receiver, with a faulty connection between every two
 * of them.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isFinalStatus, type TransactionStatus } from '@sluice/types/vocabulary'
import type { SandboxCredentials } from '@sluice/types'

import { Books } from '../packages/gateway/test/books.ts'
import { type FaultyLine, openFaultyLine } from '../packages/platform/test/faulty-line.ts'
import type { Pgbouncer } from '../packages/platform/test/pgbouncer.ts'
import type { TestPostgres } from '../packages/platform/test/postgres.ts'
import type { SimulatorsProgram } from '../packages/cli/test/simulators-program.ts'
import { startTestGateway, TestClock } from '../packages/gateway/test/test-gateway.ts'
import { type Inspection, inspectBooks } from './inspect-books.ts'
import type { RetryingClient } from './retrying-client.ts'
import { makeSandbox } from './make-sandbox.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** The party at the other end of a gateway's connection. */
export type Link = 'client' | 'database' | 'provider' | 'receiver'

/** The timeout of a statement. The gateway stops waiting two seconds later. */
const STATEMENT_MAX_MS = 1_000
const TIME_OUTS = [
  ['statement_timeout', STATEMENT_MAX_MS],
  ['lock_timeout', STATEMENT_MAX_MS],
  ['idle_in_transaction_session_timeout', 5_000],
] as const
/** The timeout of a webhook. */
const RECEIVER_MAX_MS = 2_000
/** Longer than every lease, and than the delay before the third attempt at a receiver. */
const EVERYTHING_DUE_MS = 310_000
const ROUNDS_MAX = 20

export interface LineFixture {
  readonly lines: Readonly<Record<Link, FaultyLine>>
  /** A merchant at the gateway, as the shop knows it. */
  readonly sandbox: SandboxCredentials
  readonly clock: TestClock
  readonly books: Books
  readonly receiver: Receiver
  /** Moves time so that everything becomes due, and runs it. */
  letTimePass(): Promise<void>
  /** Runs until every payment is decided and every event delivered; {@link inspect} lists the exceptions. */
  settle(): Promise<void>
  /** Stops the gateway and compares the records of all parties. */
  inspect(shop: Pick<RetryingClient, 'acknowledged'>): Promise<Inspection>
  close(): Promise<void>
}

/** Parties that successive simulations share. */
export interface LastingParties {
  readonly postgres: TestPostgres
  /** The database behind the faulty connection, if there is one. */
  readonly pooler: Pgbouncer | null
  readonly simulators: SimulatorsProgram
}

export async function startLineFixture({
  postgres,
  pooler,
  simulators,
}: LastingParties): Promise<LineFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-links-'))
  const databaseUrl = await postgres.createDatabase()
  const books = new Books({ databaseUrl })
  // As docs/operations/postgresql.md recommends, because a pooler does not forward timeouts.
  if (pooler)
    for (const [name, ms] of TIME_OUTS)
      await books.query(
        `alter role current_user in database ${new URL(databaseUrl).pathname.slice(1)} set ${name} = ${ms}`,
      )
  const pooled = pooler?.through(databaseUrl) ?? databaseUrl
  const receiver = await startReceiver()
  const parties = simulators.addresses.three_ds_servers[0].url
  const [database, provider, toReceiver] = await Promise.all(
    [pooled, parties, receiver.url].map((url) => openFaultyLine(url)),
  )
  if (!database || !provider || !toReceiver) throw new Error('three lines')
  const config = join(folder, 'providers.json')
  const direct = readFileSync(simulators.configFile, 'utf8')
  writeFileSync(config, direct.replaceAll(new URL(parties).origin, provider.origin))
  // Earlier scenarios were settled.
  const known = new Set([
    ...(await simulators.readLedger()).map(({ idempotency_key }) => idempotency_key),
    ...(await simulators.readOrders()).map(({ transaction_id }) => transaction_id),
  ])
  const gateway = await startTestGateway({
    databaseUrl: database.through(pooled),
    env: { SLUICE_CONFIG_FILE: config, SLUICE_DATABASE_TIMEOUT_MS: String(STATEMENT_MAX_MS) },
    adapters: { webhookLimits: { deadlineMs: RECEIVER_MAX_MS } },
  })
  const { clock, app, dataDir } = gateway
  if (!(clock instanceof TestClock)) throw new Error('a clock that can be moved')
  const sandbox = await makeSandbox(gateway, { ...receiver, url: toReceiver.through(receiver.url) })
  const client = await openFaultyLine(sandbox.base_url)
  const lines = { client, database, provider, receiver: toReceiver }
  let isClosed = false
  const end = async (): Promise<void> => {
    if (!isClosed) await app.close()
    isClosed = true
  }
  const letTimePass = async (): Promise<void> => {
    clock.advance(EVERYTHING_DUE_MS)
    await app.runDueWork()
  }
  const isSettled = async (): Promise<boolean> => {
    const arrived = new Set(receiver.received.map(({ id }) => id))
    const transactions = await books.all('transactions')
    return (
      transactions.every(({ status }) => isFinalStatus(status as TransactionStatus)) &&
      (await books.all('events')).every(({ id }) => arrived.has(String(id)))
    )
  }
  return {
    lines,
    sandbox: { ...sandbox, base_url: client.origin, auth_url: client.origin },
    clock,
    books,
    receiver,
    letTimePass,
    async settle() {
      for (let round = 0; round < ROUNDS_MAX && !(await isSettled()); round += 1) await letTimePass()
    },
    async inspect({ acknowledged }) {
      await end()
      const [ledger, orders] = [await simulators.readLedger(), await simulators.readOrders()]
      const flags = { data: dataDir, config: simulators.configFile, 'database-url': databaseUrl }
      return inspectBooks(flags, {
        acknowledged,
        ledger: ledger.filter(({ idempotency_key }) => !known.has(idempotency_key)),
        orders: orders.filter(({ transaction_id }) => !known.has(transaction_id)),
        received: receiver.received,
      })
    },
    async close() {
      await Promise.all(Object.values(lines).map((line) => line.mend()))
      await end()
      await Promise.all([receiver.close(), ...Object.values(lines).map((line) => line.close())])
      for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
    },
  }
}
