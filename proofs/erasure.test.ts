/** The remains of an ended challenge: nothing that could be opened, with any stolen data. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import type { ActionRequired, Envelope } from '@sluice/types'
import { RESTORED_WITHIN_MS } from '@sluice/platform/secrets/ephemeral-table.store'

import { checkDatabase } from '../packages/gateway/src/installation-checks/check-database.ts'
import { readConfig } from '../packages/gateway/src/config.ts'
import { findFreePort } from '../packages/platform/test/free-port.ts'
import { breakIn, findHandles, type Loot, steal } from './attacker.ts'
import { inParallel } from '../packages/gateway/test/in-parallel.ts'
import type { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import {
  answerBank,
  challengeForm,
  decodeToken,
  open,
  seenAnswers,
} from '../packages/gateway/test/shopper.ts'
import { startTestGateway, type TestGateway } from '../packages/gateway/test/test-gateway.ts'

/** The number of payments on each database; a thousand in `npm run verify -- erasure`. */
const PAYMENTS = Number(process.env['PROOF_PAYMENTS'] ?? 12)

/** Clients that pay side by side. */
const AT_ONCE = 8

/** How long after its end a payment may still leave something, on a busy machine too. */
const ERASED_WITHIN_MS = 120_000

/** A payment takes a second on a busy machine. */
const TEST_TIMEOUT_MS = 300_000 + PAYMENTS * 1_000

/** Ways to the end of a challenge; each erases in a commit of its own. */
const ENDS = [
  { flow: 'CHALLENGE', atTheBank: ['1234'], status: 'APPROVED' },
  { flow: 'CHALLENGE', atTheBank: ['1111'], status: 'DECLINED' },
  { flow: 'CHALLENGE_REDIRECT', atTheBank: ['5555', '1234'], status: 'APPROVED' },
  { flow: 'CHALLENGE', atTheBank: ['cancel'], status: 'CANCELED' },
  { flow: 'FALLBACK_CHALLENGE_AFTER_1', atTheBank: ['1234', '1234'], status: 'APPROVED' },
  { flow: 'CHALLENGE', atTheBank: ['1234'], metadata: { response_code: '1002' }, status: 'PENDING' },
] as const

const CARD = { number: '4000002760003184', cvv: '397' }
const NOTHING: Loot = { keys: 0, numbers: [], cvvs: [] }

interface Fixture {
  readonly gateway: TestGateway
  readonly runtimeDir: string
  readonly databaseUrl: string | null
  /** The files of the database, as a thief finds them. */
  stealDatabase(): Promise<Buffer>
  /** Lists the files of the database's archived log. */
  listLogs(): Promise<readonly string[]>
  restart(): Promise<TestGateway>
}

async function openFixture(kind: 'SQLite' | 'PostgreSQL'): Promise<Fixture> {
  const runtimeDir = mkdtempSync(join(tmpdir(), 'sluice-runtime-'))
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : null
  const databaseUrl = (await postgres?.createDatabase()) ?? null
  const env = { SLUICE_RUNTIME_DIR: runtimeDir }
  // The bank sends shoppers back to the address that it was given.
  const port = await findFreePort()
  const start = (dataDir?: string) =>
    startTestGateway({ env, port, ...(databaseUrl ? { databaseUrl } : {}), ...(dataDir ? { dataDir } : {}) })
  const gateway = await start()
  let running = gateway
  onTestFinished(async () => {
    await running.close()
    await postgres?.stop()
    rmSync(runtimeDir, { recursive: true })
  })
  return {
    gateway,
    runtimeDir,
    databaseUrl,
    stealDatabase: async () =>
      steal(databaseUrl === null ? [gateway.dataDir] : await listServerDirectories(databaseUrl)),
    listLogs: async () =>
      databaseUrl === null ? [gateway.dataDir] : (await listServerDirectories(databaseUrl)).slice(1),
    async restart() {
      await running.app.close()
      running = await start(gateway.dataDir)
      return running
    },
  }
}

/** Returns the directories of this database and its log, after everything in memory was written. */
async function listServerDirectories(databaseUrl: string): Promise<readonly string[]> {
  const name = `copy_${Math.random().toString(36).slice(2)}`
  const rows = await query(
    databaseUrl,
    `select current_setting('data_directory') as directory, oid from pg_database where datname = current_database()`,
  )
  // Before files are copied, pages of UNLOGGED tables are written too; a checkpoint leaves them in memory.
  await query(databaseUrl, `create database ${name} strategy file_copy`)
  await query(databaseUrl, `drop database ${name}`)
  const { directory, oid } = rows[0] ?? {}
  return [join(String(directory), 'base', String(oid)), join(String(directory), 'pg_wal')]
}

async function query(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A payment that waits at the bank. */
async function waitAtTheBank(merchant: MerchantAtGateway): Promise<ActionRequired> {
  const { action } = await merchant.authorize({ flow: 'NO_METHOD_CHALLENGE', card: CARD })
  if (action === null) throw new Error('no challenge')
  return action
}

/** Completes the payment at the bank, and returns the envelope that the merchant receives. */
async function finish(merchant: MerchantAtGateway, action: ActionRequired): Promise<Envelope> {
  const token = decodeToken(action.token)
  const bank = await open(token.acs_url ?? '', 'iframe', challengeForm(token))
  await answerBank(bank, ['1234'], 'iframe')
  return merchant.completeAuthentication(action.payment_data, action.session_id, 'Y')
}

describe.each(['SQLite', 'PostgreSQL'] as const)('continuation: what a thief opens (%s)', (kind) => {
  beforeEach(() => {
    seenAnswers.length = 0
  })

  it(
    `is nothing of ${PAYMENTS} challenges, 30 seconds after their end`,
    async () => {
      const fixture = await openFixture(kind)
      const { gateway } = fixture
      const ids: string[] = []
      await inParallel(PAYMENTS, AT_ONCE, async (index) => {
        const end = ENDS[index % ENDS.length] ?? ENDS[0]
        const { transaction } = await gateway.pay({ ...end, card: CARD })
        expect(transaction.status).toBe(end.status)
        ids.push(transaction.id)
      })
      const handles = findHandles(seenAnswers)
      expect(handles.size).toBeGreaterThanOrEqual(PAYMENTS)
      // A theft before the erasure opens every card, which takes minutes and proves nothing.
      const { databaseUrl } = fixture
      if (databaseUrl !== null) {
        const size = `select pg_relation_size('sluice_volatile.secrets')::int as bytes`
        await expect
          .poll(() => query(databaseUrl, size), { timeout: ERASED_WITHIN_MS, interval: 500 })
          .toEqual([{ bytes: 0 }])
      }
      await expect
        .poll(async () => breakIn(await fixture.stealDatabase(), handles, ids), {
          timeout: ERASED_WITHIN_MS,
          interval: 2_000,
        })
        .toEqual(NOTHING)
      expect(steal([fixture.runtimeDir])).toHaveLength(0)
      expect(await findBrokenCardRules(fixture)).toEqual([])
    },
    TEST_TIMEOUT_MS,
  )

  it('is the card of a running challenge with its handle and its ephemeral key, and with neither alone', async () => {
    const fixture = await openFixture(kind)
    const action = await waitAtTheBank(fixture.gateway)
    const stolen = await fixture.stealDatabase()
    const handles = new Set([action.payment_data])
    const own = await readEphemeralKeys(fixture)
    expect(own).toHaveLength(1)
    // The ephemeral key is not searched: on PostgreSQL it is in a file of the server as long as it is needed.
    expect(breakIn(stolen, handles, [])).toEqual(NOTHING)
    expect(breakIn(stolen, new Set(), [action.transaction_id], own)).toEqual(NOTHING)
    const loot = breakIn(stolen, handles, [action.transaction_id], own)
    expect(loot).toEqual({ keys: 1, numbers: [CARD.number], cvvs: [CARD.cvv] })
  })

  it('is nothing of a log that was archived during the challenge, once it is over', async () => {
    const fixture = await openFixture(kind)
    const action = await waitAtTheBank(fixture.gateway)
    const archived = steal(await fixture.listLogs())
    expect((await finish(fixture.gateway, action)).result).toMatchObject({ status: 'APPROVED' })
    await fixture.gateway.app.runDueWork()
    const stolen = Buffer.concat([archived, await fixture.stealDatabase()])
    expect(breakIn(stolen, findHandles(seenAnswers), [action.transaction_id])).toEqual(NOTHING)
    expect(await readEphemeralKeys(fixture)).toEqual([])
  })

  it('expires a challenge whose ephemeral key went with the power, and charges nothing', async () => {
    const fixture = await openFixture(kind)
    const action = await waitAtTheBank(fixture.gateway)
    await losePower(fixture)
    const gateway = await fixture.restart()
    // Other processes may still hold it for this long, and restore it.
    await gateway.advanceRealTime(RESTORED_WITHIN_MS)
    const { result } = await finish(gateway, action)
    expect(result).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005', approved: false })
    expect(await gateway.status(action.transaction_id)).toMatchObject({ status: 'SESSION_EXPIRED' })
  })
})

describe('continuation: a crash of PostgreSQL alone', () => {
  it('loses no challenge whose gateway lives on', async () => {
    const fixture = await openFixture('PostgreSQL')
    const action = await waitAtTheBank(fixture.gateway)
    await losePower(fixture)
    const { result } = await finish(fixture.gateway, action)
    expect(result).toMatchObject({ status: 'APPROVED' })
  })
})

/** Takes what does not survive: memory, and on PostgreSQL the tables without a log. */
async function losePower({ runtimeDir, databaseUrl }: Fixture): Promise<void> {
  if (databaseUrl !== null) await query(databaseUrl, 'truncate sluice_volatile.secrets, sluice_volatile.eras')
  for (const entry of readdirSync(runtimeDir)) rmSync(join(runtimeDir, entry), { recursive: true })
}

async function readEphemeralKeys({ runtimeDir, databaseUrl }: Fixture): Promise<readonly Buffer[]> {
  if (databaseUrl === null) {
    return readdirSync(runtimeDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  }
  const rows = await query(databaseUrl, 'select secret from sluice_volatile.secrets')
  return rows.map(({ secret }) => secret as Buffer)
}

async function findBrokenCardRules({
  gateway,
  runtimeDir,
  databaseUrl,
}: Fixture): Promise<readonly string[]> {
  const flags = { data: gateway.dataDir, ...(databaseUrl ? { 'database-url': databaseUrl } : {}) }
  const reading = readConfig(flags, { SLUICE_RUNTIME_DIR: runtimeDir })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const results = await checkDatabase(reading.config, null)
  return results.filter(({ id }) => id === 'I10').flatMap(({ violations }) => violations)
}
