import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'

import { startPostgres } from '../../platform/test/postgres.ts'
import { runCommand } from './run-command.ts'
import { startTestGateway } from '../../gateway/test/test-gateway.ts'

const FILE = 'merchants: [{ id: shop, name: Shop }]'
const EVERYTHING = /\+ merchant .*\n1 to change; nothing was written\.\n$/

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-dry-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'sluice.yaml'), FILE)
  return { folder, file: join(folder, 'sluice.yaml') }
}

it('apply --dry-run before the first start reports everything, and creates no embedded database', async () => {
  const { folder, file } = makeFolder()
  const dataDir = join(folder, 'data')
  const { code, stdout } = await runCommand(['apply', '--dry-run', '--config', file, '--data', dataDir])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(EVERYTHING) as unknown })
  expect(readdirSync(folder)).toEqual(['sluice.yaml'])
})

it('apply --dry-run leaves the tables of a server to the gateways that work with them', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const databaseUrl = await postgres.createDatabase()
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  const { folder, file } = makeFolder()
  const dryRun = () => {
    const argv = ['apply', '--dry-run', '--config', file, '--data', folder]
    return runCommand(argv, { SLUICE_DATABASE_URL: databaseUrl })
  }
  const recorded = async () => {
    const { rows } = await database.query<{ name: string }>('select name from kysely_migration order by name')
    return rows.map(({ name }) => name)
  }

  expect((await dryRun()).stdout).toMatch(EVERYTHING)
  const { rows } = await database.query(`select 1 from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([])

  // A database as a gateway of the previous version left it.
  const gateway = await startTestGateway({ databaseUrl })
  await gateway.close()
  const made = await recorded()
  await database.query(`delete from kysely_migration where name = $1`, [made.at(-1)])
  await expect(dryRun()).rejects.toThrow(`lacks the migrations ${made.at(-1)}`)
  expect(await recorded()).toEqual(made.slice(0, -1))
})
