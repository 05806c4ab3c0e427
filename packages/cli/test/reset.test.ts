import { PassThrough } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'

import {
  type DatabaseLocation,
  type MigrationsFor,
  openDatabase,
} from '@sluice/platform/database/open-database'
import { gatewayMigrations } from '../../gateway/src/composition/gateway-migrations.ts'

import { readCommandLine } from '../src/command-line.ts'
import { COMMANDS } from '../src/commands/index.ts'
import { describeOnBothDatabases } from '../../gateway/test/databases.ts'

/** The schema that the last unreleased version left, in short. */
const EARLIER: MigrationsFor = (dialect) => ({
  '0001-first-slice': gatewayMigrations(dialect)['0001-transactions'] ?? NOTHING,
  '0007-configuration': {
    up: async (db: Kysely<unknown>) => {
      for (const table of ['configuration_changes', 'wages_of_others'])
        await db.schema.createTable(table).addColumn('id', 'text').execute()
    },
  },
})
const NOTHING = { up: () => Promise.resolve() }

async function reset(
  location: DatabaseLocation,
  {
    typed = '',
    options = [],
    environment,
  }: { typed?: string; options?: string[]; environment?: 'production' },
) {
  const isEmbedded = 'dataDir' in location
  const line = readCommandLine(
    ['reset', ...(isEmbedded ? ['--data', location.dataDir] : []), ...options],
    isEmbedded ? {} : { SLUICE_DATABASE_URL: location.databaseUrl },
  )
  if (line.kind !== 'run') throw new Error(JSON.stringify(line))
  const command = await COMMANDS['reset']?.load()
  const input = new PassThrough()
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never)
  try {
    input.end(typed)
    const code = await command?.run({
      ...line,
      config: { ...line.config, ...(environment && { environment }) },
    })
    return { code, said: [...out.mock.calls.flat(), ...err.mock.calls.flat()].join('') }
  } finally {
    for (const spy of [out, err, stdin]) spy.mockRestore()
  }
}

describeOnBothDatabases('sluice-gateway reset', (_open, { dialect, makeLocation }) => {
  const makeEarlier = async () => {
    const location = await makeLocation()
    const { db, close } = await openDatabase(location, EARLIER)
    await sql`insert into wages_of_others (id) values ('kept')`.execute(db)
    await close()
    return location
  }
  const isRefused = (location: DatabaseLocation) =>
    openDatabase(location, gatewayMigrations).then(
      ({ close }) => close().then(() => false),
      () => true,
    )

  it('deletes what an earlier version left when the answer is typed, and a gateway starts', async () => {
    const location = await makeEarlier()
    const { code, said } = await reset(location, { typed: 'delete\n' })
    expect(said).toContain('0 transactions')
    expect(said).toContain('Deleted all data in')
    expect(code).toBe(0)
    const { db, close } = await openDatabase(location, gatewayMigrations)
    onTestFinished(close)
    const names = (await db.introspection.getTables()).map(({ name }) => name)
    expect(names).toContain('transactions')
    expect(names).not.toContain('configuration_changes')
    // It was not Sluice's.
    expect((await sql`select id from wages_of_others`.execute(db)).rows).toEqual([{ id: 'kept' }])
  })

  it('deletes nothing without the answer, or with another', async () => {
    const location = await makeEarlier()
    for (const typed of ['', 'y\n', 'yes\n', '\n']) {
      const { code, said } = await reset(location, { typed })
      expect(code).toBe(1)
      expect(said).toContain('Nothing was deleted')
    }
    expect(await isRefused(location)).toBe(true)
  })

  it('does not ask with --yes in the test environment, and refuses --yes in production', async () => {
    const location = await makeEarlier()
    const inProduction = await reset(location, { options: ['--yes'], environment: 'production' })
    expect(inProduction).toMatchObject({ code: 2 })
    expect(await isRefused(location)).toBe(true)
    expect(await reset(location, { options: ['--yes'] })).toMatchObject({ code: 0 })
    expect(await isRefused(location)).toBe(false)
  })

  it('deletes nothing while a gateway works on the database', async () => {
    const location = await makeLocation()
    const working = await openDatabase(location, gatewayMigrations)
    await sql`select 1`.execute(working.db)
    const refused = reset(location, { options: ['--yes'] })
    await expect(refused).rejects.toThrow(
      dialect === 'sqlite' ? /in use by another/ : /The database is in use/,
    )
    expect((await working.db.introspection.getTables()).length).toBeGreaterThan(30)
    await working.close()
    expect(await reset(location, { options: ['--yes'] })).toMatchObject({ code: 0 })
    // Nothing was left that the next start makes.
    expect(await isRefused(location)).toBe(false)
  })

  it.runIf(dialect === 'postgres')('waits a moment for a gateway that is about to exit', async () => {
    const location = await makeLocation()
    const leaving = await openDatabase(location, gatewayMigrations)
    const done = reset(location, { options: ['--yes'] })
    const isWaitedFor = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'
      `.execute(leaving.db)
      return rows.length > 0
    }
    await vi.waitFor(async () => expect(await isWaitedFor()).toBe(true), { timeout: 60_000 })
    await leaving.close()
    expect(await done).toMatchObject({ code: 0 })
  })
})
