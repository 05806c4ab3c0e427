import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'

import { describeOnBothDatabases } from './databases.ts'
import { openFaultyLine } from '../../platform/test/faulty-line.ts'
import type { Toxic } from '../../platform/test/flow.ts'
import { isDatabaseOutage } from '@sluice/platform/database/database-errors'
import { DatabaseOpenError } from '@sluice/platform/database/database-open-error'
import { gatewayMigrations } from '../src/composition/gateway-migrations.ts'
import { type MigrationsFor, openDatabase } from '@sluice/platform/database/open-database'
import { openToRead } from '@sluice/platform/database/open-to-read'
import type { Database } from '../src/composition/tables.ts'

const MERCHANT = {
  id: 'm-1',
  sandbox_id: null,
  name: 'Łódź & Co',
  status: 'ACTIVE',
  settings: '{}',
  fingerprint_key_sealed: Buffer.from([0, 255, 7]),
  managed_by: 'PORTAL',
  settings_version: 1,
  made_by: null,
  clock_offset_ms: 0,
  created_at: 1_764_000_000_123,
}

const makeTable = (name: string) => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createTable(name).addColumn('id', 'text').execute()
  },
})

/** The migrations of a later release: one more table of the gateway, sorted before the simulators' first. */
const laterMigrations: MigrationsFor = (dialect) => ({
  ...gatewayMigrations(dialect),
  '0002-later': makeTable('later'),
})

const withSimulators: MigrationsFor = (dialect) => ({
  ...gatewayMigrations(dialect),
  '0001-simulators': makeTable('simulated'),
})

describeOnBothDatabases('openDatabase', (open, { dialect, makeLocation }) => {
  it('reads back text, bytes, times and nulls as they were written', async () => {
    const { db } = await open()
    await db.insertInto('merchants').values(MERCHANT).execute()
    expect(await db.selectFrom('merchants').selectAll().executeTakeFirstOrThrow()).toEqual(MERCHANT)
  })

  it('keeps what was written for the next process', async () => {
    const location = await makeLocation()
    const first = await openDatabase<Database>(location, gatewayMigrations)
    await first.db.insertInto('merchants').values(MERCHANT).execute()
    await first.close()

    const second = await openDatabase<Database>(location, gatewayMigrations)
    expect(await second.db.selectFrom('merchants').select('id').execute()).toEqual([{ id: 'm-1' }])
    await second.close()
  })

  it('applies the migrations of a later release, also those that sort before the simulators’', async () => {
    const location = await makeLocation()
    const first = await openDatabase<Database>(location, withSimulators)
    await first.close()

    const second = await openDatabase<Database & { later: { id: string } }>(location, (kind) => ({
      ...withSimulators(kind),
      ...laterMigrations(kind),
    }))
    expect(await second.db.selectFrom('later').selectAll().execute()).toEqual([])
    await second.close()
  })

  it('migrates nothing that is up to date', async () => {
    const migrating = vi.spyOn(Migrator.prototype, 'migrateToLatest')
    onTestFinished(() => migrating.mockRestore())
    const location = await makeLocation()
    const openAndClose = async (migrations: MigrationsFor) => {
      await (await openDatabase<Database>(location, migrations)).close()
      return migrating.mock.calls.length
    }
    expect(await openAndClose(gatewayMigrations)).toBe(1)
    expect(await openAndClose(gatewayMigrations)).toBe(1)
    expect(await openAndClose(laterMigrations)).toBe(2)
    expect(await openAndClose(laterMigrations)).toBe(2)
  })

  it('refuses a database that a later release has changed, and names the unknown migrations', async () => {
    const location = await makeLocation()
    const later = await openDatabase<Database>(location, laterMigrations)
    await later.close()

    const opening = openDatabase(location, gatewayMigrations)
    await expect(opening).rejects.toThrow(DatabaseOpenError)
    await expect(opening).rejects.toThrow(/has the migrations 0002-later/)
    // The refusal gave everything back.
    await (await openDatabase<Database>(location, laterMigrations)).close()
  })

  it('rolls back to the version before a migration that only adds, and forward again', async () => {
    const location = await makeLocation()
    const later: MigrationsFor = (kind) => ({ ...gatewayMigrations(kind), '9001-later': makeTable('later') })
    await (await openDatabase<Database>(location, later, '7.1.0')).close()

    const back = await openDatabase<Database>(location, gatewayMigrations)
    await back.db.insertInto('merchants').values(MERCHANT).execute()
    await back.close()
    // A version that lacks it and brings another one, like a correction of the previous version.
    const other: MigrationsFor = (kind) => ({ ...gatewayMigrations(kind), '9000-other': makeTable('other') })
    const corrected = await openDatabase<Database>(location, other, '7.0.1')
    expect(corrected.made).toEqual({ schema: 9001, oldest: 16, version: '7.1.0' })
    await corrected.close()
    await (await openDatabase<Database>(location, (kind) => ({ ...other(kind), ...later(kind) }))).close()
  })

  it('refuses to go back behind a migration that breaks earlier versions, and names both', async () => {
    const location = await makeLocation()
    const name = '9001-later-breaks-before-9001'
    const later: MigrationsFor = (kind) => ({ ...gatewayMigrations(kind), [name]: makeTable('later') })
    await (await openDatabase<Database>(location, later, '7.1.0')).close()

    const refusal =
      /to schema 9001 by Sluice 7\.1\.0, .* do not know schema 9001 .* This is Sluice 7\.0\.0, which knows schema 9000, .* Start Sluice 7\.1\.0/
    await expect(openDatabase(location, gatewayMigrations, '7.0.0')).rejects.toThrow(refusal)
    // A correction of the previous version has its own migration, and still lacks the breaking one.
    const other: MigrationsFor = (kind) => ({ ...gatewayMigrations(kind), '9002-other': makeTable('other') })
    await expect(openDatabase(location, other, '7.0.0')).rejects.toThrow(refusal)
    await expect(openToRead(location, gatewayMigrations)).rejects.toThrow(/by Sluice 7\.1\.0/)
    await (await openDatabase<Database>(location, later, '7.1.0')).close()
  })

  it('refuses it also if the later version ended before it recorded itself', async () => {
    const location = await makeLocation()
    const name = '9001-later-breaks-before-9001'
    const later: MigrationsFor = (kind) => ({ ...gatewayMigrations(kind), [name]: makeTable('later') })
    const { db, close } = await openDatabase<Database>(location, later, '7.1.0')
    await db.deleteFrom('schema_versions').where('schema', '=', 9001).execute()
    await close()
    await expect(openDatabase(location, gatewayMigrations)).rejects.toThrow(/by a later version of Sluice,/)
    const again = await openDatabase<Database>(location, later, '7.1.0')
    expect(again.made).toEqual({ schema: 9001, oldest: 9001, version: '7.1.0' })
    await again.close()
  })

  it('uses the oldest schema that a later version recorded, whatever the names of its migrations', async () => {
    const location = await makeLocation()
    const later: MigrationsFor = (kind) => ({ ...gatewayMigrations(kind), '9001-later': makeTable('later') })
    const { db, made, close } = await openDatabase<Database>(location, later, '7.1.0')
    expect(made).toEqual({ schema: 9001, oldest: 16, version: '7.1.0' })
    await sql`update schema_versions set oldest = 9000`.execute(db)
    await close()
    const back = await openDatabase<Database>(location, gatewayMigrations)
    expect(back.made.oldest).toBe(9000)
    await sql`update schema_versions set oldest = 9001`.execute(back.db)
    await back.close()
    await expect(openDatabase(location, gatewayMigrations)).rejects.toThrow(/do not know schema 9001/)
  })

  it('refuses a database of an unreleased version, whole or half made, and changes nothing', async () => {
    for (const names of [
      ['0001-first-slice'],
      ['0001-first-slice', '0080-stored-credentials', 'simulators-0001'],
    ]) {
      const location = await makeLocation()
      const earlier: MigrationsFor = () => Object.fromEntries(names.map((name) => [name, makeTable(name)]))
      await (await openDatabase(location, earlier)).close()

      const error: unknown = await openDatabase(location, withSimulators).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(DatabaseOpenError)
      expect(String(error)).toContain('created by an unreleased version before 0.1.0')
      expect(String(error)).toContain(
        `its last migration is ${names.findLast((name) => !name.startsWith('sim'))}.`,
      )
      expect(String(error)).toContain('sluice-gateway reset')
      expect(String(error)).toContain(
        'dataDir' in location
          ? location.dataDir
          : `${new URL(location.databaseUrl).pathname}, schema public,`,
      )
      // Its own version finds what it left.
      const again = await openDatabase<Record<string, { id: string }>>(location, earlier)
      const tables = await again.db.introspection.getTables()
      expect(tables.map(({ name }) => name).sort()).toEqual([...names].sort())
      await again.close()
    }
  })

  it('leaves nothing of migrations that failed half-way', async () => {
    const location = await makeLocation()
    const withSecond =
      (statement: string): MigrationsFor =>
      (kind) => ({
        ...gatewayMigrations(kind),
        '0002-second': {
          up: async (db: Kysely<unknown>) => {
            await db.schema.createTable('half').addColumn('id', 'text').execute()
            await sql.raw(statement).execute(db)
          },
        },
      })
    await expect(openDatabase(location, withSecond('select 1 from nowhere'))).rejects.toThrow(/nowhere/)
    // Were the table of the failed run still there, making it again would fail.
    await (await openDatabase<Database>(location, withSecond('select 1'))).close()
  })

  it('refuses to move a final status, independent of the code above', async () => {
    const { db } = await open()
    await insertTransaction(db, 'APPROVED')
    const changing = db.updateTable('transactions').set({ status: 'DECLINED' }).execute()
    await expect(changing).rejects.toThrow(/final transaction status cannot change/)
    await db.updateTable('transactions').set({ updated_at: 2, status: 'APPROVED' }).execute()
    expect(await db.selectFrom('transactions').select(['status', 'updated_at']).execute()).toEqual([
      { status: 'APPROVED', updated_at: 2 },
    ])
  })

  if (dialect === 'sqlite') {
    it('keeps in memory the changes that a transaction can undo', async () => {
      const { db } = await open()
      await sql`create table pages (id integer primary key, bytes blob)`.execute(db)
      for (let id = 0; id < 40; id += 1)
        await sql`insert into pages values (${id}, zeroblob(4000))`.execute(db)
      const before = deletedFiles()
      const rewrite = () =>
        db.transaction().execute(async (trx) => {
          await sql`update pages set bytes = randomblob(4000)`.execute(trx)
          return deletedFiles()
        })
      // The second is behind a savepoint.
      for (const during of await Promise.all([rewrite(), rewrite()])) expect(during).toEqual(before)
    })
  }

  if (dialect === 'postgres') {
    it('lets several processes open an empty database at once', async () => {
      const location = await makeLocation()
      const opened = await Promise.all(
        Array.from({ length: 4 }, () => openDatabase<Database>(location, gatewayMigrations)),
      )
      const seen = await Promise.all(
        opened.map(({ db }) => db.selectFrom('transactions').selectAll().execute()),
      )
      expect(seen).toEqual([[], [], [], []])
      await Promise.all(opened.map(({ close }) => close()))
    })

    it('lets payments pass while a migration waits for a reader of the table', async () => {
      const location = await makeLocation()
      const { db, close } = await openDatabase<Database>(location, gatewayMigrations)
      onTestFinished(close)
      let isRead: () => void = () => undefined
      const reader = db.transaction().execute(async (trx) => {
        await trx.selectFrom('merchants').select('id').execute()
        await new Promise<void>((resolve) => (isRead = resolve))
      })
      const migrating = openDatabase<Database>(location, (kind) => ({
        ...gatewayMigrations(kind),
        '9001-later': {
          up: (on: Kysely<unknown>) => on.schema.alterTable('merchants').addColumn('later', 'text').execute(),
        },
      }))
      // The reader blocks it for two seconds; others that arrive in the meantime wait at most for the lock time-out.
      for (let at = 0; at < 20; at += 1) {
        const begunAtMs = performance.now()
        await db.selectFrom('merchants').select('name').execute()
        expect(performance.now() - begunAtMs).toBeLessThan(1_500)
        await pause(100)
      }
      isRead()
      await reader
      await (await migrating).close()
    })

    it('survives the loss of connections, idle and in the middle of a transaction', async () => {
      const location = await makeLocation()
      const { db, close } = await openDatabase<Database>(location, gatewayMigrations)
      const pool = new Pool({ connectionString: 'databaseUrl' in location ? location.databaseUrl : '' })
      const operator = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
      onTestFinished(async () => {
        await operator.destroy()
        await close()
      })
      const readMerchants = (queries: Kysely<Database>) =>
        queries.selectFrom('merchants').select('id').execute()
      const dropConnections = () =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(operator)

      const cut = db.transaction().execute(async (trx) => {
        await readMerchants(trx)
        await dropConnections()
        await readMerchants(trx)
      })
      await expect(cut).rejects.toSatisfy(isDatabaseOutage)

      await expect.poll(() => readMerchants(db).catch(() => 'not yet')).toEqual([])
      await dropConnections()
      await expect.poll(() => readMerchants(db).catch(() => 'not yet')).toEqual([])
    })

    it('names the server that cannot be used, without the password', async () => {
      const location = await makeLocation()
      const address = new URL('databaseUrl' in location ? location.databaseUrl : '')
      address.password = 'wrong-secret'
      const error: unknown = await openDatabase<Database>(
        { databaseUrl: address.href },
        gatewayMigrations,
      ).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(DatabaseOpenError)
      expect(String(error)).toContain(address.host)
      expect(String(error)).not.toContain('wrong-secret')
    })

    /** A pooler in front of the database, as far as the first message of a connection is concerned. */
    const openBehind = async (pooler: Toxic) => {
      const location = await makeLocation()
      if (!('databaseUrl' in location)) throw new Error('a server is needed')
      const line = await openFaultyLine(location.databaseUrl)
      onTestFinished(() => line.close())
      line.break({ up: pooler })
      const databaseUrl = line.through(location.databaseUrl)
      return openDatabase<Database>({ databaseUrl }, gatewayMigrations).catch((error: unknown) => error)
    }

    it('explains the fix behind a pooler that refuses the time-outs', async () => {
      const error = await openBehind({
        data: (flow) => flow.answer(refusal('unsupported startup parameter')),
      })
      expect(error).toBeInstanceOf(DatabaseOpenError)
      expect(String(error)).toContain('ignore_startup_parameters')
    })

    it('does not work behind a pooler that drops the time-outs', async () => {
      const error = await openBehind({
        // A name with a dot is one that PostgreSQL gives no meaning to.
        data: (flow, part) =>
          flow.pass(
            Buffer.from(part.toString('latin1').replace('lock_timeout\0', 'lock.timeout\0'), 'latin1'),
          ),
      })
      expect(error).toBeInstanceOf(DatabaseOpenError)
      expect(String(error)).toContain('have no lock_timeout:')
    })
  }
})

async function insertTransaction(db: Kysely<Database>, status: string): Promise<void> {
  await db
    .insertInto('transactions')
    .values({
      merchant_id: 'm-1',
      id: 't-1',
      order_id: 'o-1',
      terminal_id: 'T00000000001',
      integration: 'DIRECT_API',
      reference: 'r-1',
      currency: 'EUR',
      customer_ip_is_shoppers: 0,
      amount: 999_999_999_999,
      normalized_amount: 999_999_999_999,
      transaction_type: 'PURCHASE',
      status,
      payment_method_type: 'card',
      errors: '[]',
      version: 1,
      created_at: 1,
      updated_at: 1,
    })
    .execute()
}

/** Open files of this process that no folder lists: temporary ones. None if the system does not report it. */
function deletedFiles(): readonly string[] {
  const descriptors = '/proc/self/fd'
  if (!existsSync(descriptors)) return []
  return readdirSync(descriptors)
    .map((name) => readLink(join(descriptors, name)))
    .filter((file) => file.endsWith(' (deleted)'))
}

/** Empty for the descriptor of the listing itself, which is gone. */
function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** An error as PostgreSQL's protocol has it. */
function refusal(message: string): string {
  const fields = `SFATAL\0C08P01\0M${message}\0\0`
  const length = Buffer.alloc(4)
  length.writeInt32BE(length.length + fields.length)
  return `E${length.toString('latin1')}${fields}`
}
