import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { createKeyring } from '@sluice/platform/secrets/keyring'
import { createFileKeyProvider } from '@sluice/platform/secrets/key-provider'
import { systemClock } from '@sluice/platform/system'

import { readConfig } from '../src/config.ts'
import { findFreePort } from '../../platform/test/free-port.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { rotateWhileRunning } from './rotate-while-running.ts'
import { listSealingKeys, queryPostgres } from './sealing-keys.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

const masterKeyFile = (dataDir: string) => join(dataDir, 'secrets', 'master-key')

/** The name of this process for operators. */
const NAME = `${hostname()}:${process.pid}`

describe('a new master key, with two gateways that have separate key files', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => void (postgres = await startPostgres()))
  afterAll(() => postgres.stop())

  /** Two gateways on one database, each with its own directory and the same master key. */
  async function startApart() {
    const databaseUrl = await postgres.createDatabase()
    const port = await findFreePort()
    // One address gives all tokens the same issuer.
    const env = { SLUICE_AUTH_URL: `http://127.0.0.1:${port}` }
    const start = (dataDir: string) => startTestGateway({ env, databaseUrl, dataDir })
    const first = await startTestGateway({ env, databaseUrl, dataDir: makeDirectory(), port })
    const second = await start(copySecrets(first.dataDir))
    for (const gateway of [first, second]) onTestFinished(() => gateway.close())
    const reading = readConfig({ data: first.dataDir, 'database-url': databaseUrl }, {})
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    return { first, second, databaseUrl, start, config: reading.config }
  }

  it('seals nothing while one gateway lacks it; that gateway is named, and the next run continues', async () => {
    const { first, second, databaseUrl, config } = await startApart()
    const old = await latestKeyOf(first)

    expect(await rotateWhileRunning(config, [first, second])).toMatchObject({
      isNew: true,
      resealed: 0,
      behind: [NAME],
    })
    const next = await latestKeyOf(first)
    expect(next).not.toBe(old)
    await payAtBoth(first, second)
    expect(await listSealingKeys(databaseUrl)).toEqual([old])

    cpSync(masterKeyFile(first.dataDir), masterKeyFile(second.dataDir))
    expect(await rotateWhileRunning(config, [first, second])).toMatchObject({
      keyId: next,
      isNew: false,
      behind: [],
    })
    await payAtBoth(first, second)
    expect(await listSealingKeys(databaseUrl)).toEqual([next])
  })

  it('waits neither for a stopped gateway nor for one that is silent for a minute', async () => {
    const { first, second, databaseUrl, config } = await startApart()
    await second.app.close()
    const run = await rotateWhileRunning(config, [first])
    expect(run).toMatchObject({ isNew: true, behind: [] })

    await queryPostgres(
      databaseUrl,
      `insert into master_key_readers (id, name, key_ids, sealing_id, seen_at)
       values ('killed', 'host:1', 'aaaaaaaa', 'aaaaaaaa', extract(epoch from clock_timestamp()) * 1000 - 61000)`,
    )
    expect(await rotateWhileRunning(config, [first])).toMatchObject({ isNew: true, behind: [] })
  })

  it('is required for a start: a gateway without it names who seals under it', async () => {
    const { first, databaseUrl, start } = await startApart()
    await queryPostgres(
      databaseUrl,
      `insert into master_key_readers (id, name, key_ids, sealing_id, seen_at)
       values ('other', 'host:2', 'aaaaaaaa', 'aaaaaaaa', extract(epoch from clock_timestamp()) * 1000)`,
    )
    await expect(start(copySecrets(first.dataDir))).rejects.toThrow(
      'host:2 encrypts under master key aaaaaaaa, which this process does not have.',
    )
  })
})

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-key-readers-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

function copySecrets(from: string): string {
  const directory = makeDirectory()
  cpSync(join(from, 'secrets'), join(directory, 'secrets'), { recursive: true })
  return directory
}

async function latestKeyOf({ dataDir }: TestGateway): Promise<string> {
  const keys = await createFileKeyProvider(masterKeyFile(dataDir)).load()
  return createKeyring(keys, systemClock).latestOf(null).id
}

async function payAtBoth(...gateways: readonly TestGateway[]): Promise<void> {
  for (const gateway of gateways)
    expect((await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'] })).transaction.status).toBe(
      'APPROVED',
    )
}
