import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { Transaction } from '@sluice/types'
import { createKeyring } from '@sluice/platform/secrets/keyring'
import { createFileKeyProvider } from '@sluice/platform/secrets/key-provider'
import { systemClock } from '@sluice/platform/system'
import { SEALED_COLUMNS } from '../../gateway/src/composition/sealed-columns.ts'
import { type Config, readConfig } from '@sluice/gateway-core/config'

import { runProgram } from './gateway-program.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { rotateWhileRunning } from '../../gateway/test/rotate-while-running.ts'
import { listSealingKeys } from '../../gateway/test/sealing-keys.ts'
import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'

/** Sealed under other keys: a waiting card under that of its continuation, a saved number under a data key of the vault. */
const NOT_UNDER_THE_MASTER_KEY = [
  'continuation_handles.sealed_session',
  'continuations.sealed_card',
  'continuations.sealed_envelope',
  'payment_methods.number_sealed',
]

const masterKeyFile = (dataDir: string) => join(dataDir, 'secrets', 'master-key')

/** Pays until it is stopped; every payment has to be approved. */
function payOn(gateway: TestGateway) {
  let isStopped = false
  const paying = (async () => {
    let payments = 0
    for (; !isStopped; payments += 1) {
      const { transaction } = await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'] })
      expect(transaction.status).toBe('APPROVED')
    }
    return payments
  })()
  return {
    async stop() {
      isStopped = true
      return paying
    },
  }
}

async function refundOf(gateway: TestGateway) {
  const { transaction } = await gateway.pay({ flow: 'NO_3DS' })
  const body = {
    transaction_type: 'REFUND',
    terminal_id: gateway.ready.terminal_id,
    reference: transaction.reference,
    currency: 'EUR',
    amount: 4_000,
  }
  const send = () =>
    gateway.send<Transaction>('POST', '/api/transactions/manage', body, { 'idempotency-key': 'order-1' })
  return { id: transaction.id, send }
}

function configOf(dataDir: string, databaseUrl?: string): Config {
  const reading = readConfig({ data: dataDir, ...(databaseUrl ? { 'database-url': databaseUrl } : {}) }, {})
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.config
}

/** Copies the database as a backup does. */
async function backUp(dataDir: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-backup-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const database = new SqliteDatabase(join(dataDir, 'sluice.db'))
  await database.backup(join(directory, 'sluice.db'))
  database.close()
  cpSync(join(dataDir, 'secrets'), join(directory, 'secrets'), { recursive: true })
  return directory
}

describe('a rotation of the master key', () => {
  it('by the gateway that runs on the embedded database fails no payment, and a repeated refund stays one', async () => {
    const gateway = await startTestGateway()
    onTestFinished(() => rmSync(gateway.dataDir, { recursive: true, force: true }))
    const { dataDir } = gateway
    const refund = await refundOf(gateway)
    const first = await refund.send()
    expect(first.body).toMatchObject({ status: 'APPROVED' })
    const backup = await backUp(dataDir)
    const oldKey = readFileSync(masterKeyFile(dataDir), 'utf8')

    const paying = payOn(gateway)
    expect(await rotateWhileRunning(configOf(dataDir), [])).toMatchObject({
      isNew: true,
      resealed: null,
    })
    await gateway.app.runDueWork()
    await gateway.app.runDueWork()
    expect(await paying.stop()).toBeGreaterThan(0)
    const again = await refund.send()
    expect([again.status, again.body]).toEqual([first.status, first.body])
    const { data } = await gateway.status(refund.id)
    expect(data).toMatchObject({ operations: { refunded_amount: 4_000 } })
    await gateway.app.close()

    // The file contains only the new key: nothing is sealed under the old one.
    const lines = readFileSync(masterKeyFile(dataDir), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(2)
    writeFileSync(masterKeyFile(dataDir), `${lines[1]}\n`, { mode: 0o600 })
    const later = await startTestGateway({ dataDir })
    expect((await later.pay({ flow: 'CHALLENGE', atTheBank: ['1234'] })).transaction.status).toBe('APPROVED')
    await later.app.close()

    // The backup opens with the old key, and not with the new one.
    writeFileSync(masterKeyFile(backup), `${lines[1]}\n`, { mode: 0o600 })
    await expect(startTestGateway({ dataDir: backup })).rejects.toThrow(/is encrypted under master key/)
    writeFileSync(masterKeyFile(backup), oldKey, { mode: 0o600 })
    const restored = await startTestGateway({ dataDir: backup })
    expect((await restored.pay({ flow: 'NO_3DS' })).transaction.status).toBe('APPROVED')
    await restored.app.close()
  })

  it.each([
    ['at once', []],
    ['with what an earlier run began, whose time is yet to come', [1_500]],
  ])('by the command, where no gateway has the embedded database: %s', async (_when, begunForMs) => {
    const gateway = await startTestGateway()
    onTestFinished(() => rmSync(gateway.dataDir, { recursive: true, force: true }))
    const { dataDir } = gateway
    await gateway.app.close()
    const provider = createFileKeyProvider(masterKeyFile(dataDir))
    for (const ms of begunForMs)
      await provider.add?.({ key: randomBytes(32), notBeforeMs: systemClock.now() + ms })

    // A program of its own, because the promise includes that it waits for its timers.
    const ended = await runProgram(['keys', 'rotate-master', '--data', dataDir])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(/ Encrypted under it: [1-9]/)
    const lines = readFileSync(masterKeyFile(dataDir), 'utf8').trim().split('\n')
    writeFileSync(masterKeyFile(dataDir), `${lines.at(-1)}\n`, { mode: 0o600 })
    const later = await startTestGateway({ dataDir })
    expect((await later.pay({ flow: 'NO_3DS' })).transaction.status).toBe('APPROVED')
    await later.app.close()
  })

  it('with gateways on PostgreSQL fails no payment, and is completed after an interruption', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const databaseUrl = await postgres.createDatabase()
    const gateway = await startTestGateway({ databaseUrl })
    onTestFinished(() => gateway.close())
    const config = configOf(gateway.dataDir, databaseUrl)
    const refund = await refundOf(gateway)
    const first = await refund.send()

    // A run that died after it had added the key.
    const provider = createFileKeyProvider(masterKeyFile(gateway.dataDir))
    await provider.add?.({ key: randomBytes(32), notBeforeMs: systemClock.now() })
    const { id } = createKeyring(await provider.load(), systemClock).current()

    const paying = payOn(gateway)
    await gateway.app.runDueWork()
    const resumed = await rotateWhileRunning(config, [gateway])
    expect(resumed.keyId === id || resumed.isNew).toBe(true)
    const rotated = await rotateWhileRunning(config, [gateway])
    expect(rotated).toMatchObject({ isNew: true, behind: [] })
    // Resealed by the command, or by the gateway at the same time.
    expect(await listSealingKeys(databaseUrl)).toEqual([rotated.keyId])
    await gateway.app.runDueWork()
    expect(await paying.stop()).toBeGreaterThan(0)
    const again = await refund.send()
    expect([again.status, again.body]).toEqual([first.status, first.body])
  })
})

describe('the list of what is sealed under the master key', () => {
  it('names every sealed column', async () => {
    const gateway = await startTestGateway()
    onTestFinished(() => gateway.close())
    const database = new SqliteDatabase(join(gateway.dataDir, 'sluice.db'), { readonly: true })
    const columns = database
      .prepare(
        `select tables.name || '.' || columns.name from sqlite_master as tables, pragma_table_info(tables.name) as columns
         where tables.type = 'table' and columns.name like '%sealed%' order by 1`,
      )
      .pluck()
      .all() as string[]
    database.close()
    const listed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
    expect(
      columns.filter((column) => !listed.includes(column) && !NOT_UNDER_THE_MASTER_KEY.includes(column)),
    ).toEqual([])
    expect(listed.filter((column) => !columns.includes(column))).toEqual([])
  })
})
