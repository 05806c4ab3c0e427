import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { addIndex, isIndexMigration } from '@sluice/platform/database/index-migration'
import { type MigrationsFor, openDatabase } from '@sluice/platform/database/open-database'

import { createMigratedDatabase } from '../../platform/test/migrated-databases.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { migrationsFor } from '../src/composition/database-of-config.ts'
import { gatewayMigrations } from '../src/composition/gateway-migrations.ts'
import { startTestGateway } from './test-gateway.ts'

const INDEX = { name: 'transactions_later', table: 'transactions', on: '(updated_at, reference)' }
const NAME = '9001-later'
const ROWS = 20_000

/** Migrations before this one created their indexes in a transaction, and keep them. */
const FIRST = '0024'

/** The payments that ended long ago. */
const FILL = `insert into transactions (merchant_id, id, order_id, terminal_id, integration, reference, currency, customer_ip_is_shoppers,
    amount, normalized_amount, transaction_type, status, payment_method_type, errors, version, created_at, updated_at)
  select 'm-1', 'filled-' || n, 'o-' || n, 'T00000000001', 'DIRECT_API', 'r-' || n, 'EUR', 0,
    100, 100, 'PURCHASE', 'APPROVED', 'card', '[]', 1, n, n from generate_series(1, ${ROWS}) n`

const withIndex = (migrations: MigrationsFor): MigrationsFor => {
  return (dialect) => ({ ...migrations(dialect), [NAME]: addIndex(dialect, INDEX) })
}

describe('an index of a table that is in use, on PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => void (postgres = await startPostgres()))
  afterAll(() => postgres.stop())

  const connect = async (databaseUrl: string): Promise<Client> => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }

  /** A filled database, and a transaction on the table that the build of an index has to wait for. */
  const makeBusy = async (databaseUrl: string) => {
    const [writer, observer] = [await connect(databaseUrl), await connect(databaseUrl)]
    await observer.query(FILL)
    await writer.query(`begin; update transactions set version = version where id = 'none'`)
    const readBuilders = async () => {
      const { rows } = await observer.query<{ pid: number }>(
        `select pid from pg_stat_progress_create_index where datname = current_database()`,
      )
      return rows.map(({ pid }) => pid)
    }
    const isValid = async () => {
      const { rows } = await observer.query<{ valid: boolean }>(
        `select indisvalid as valid from pg_index where indexrelid = to_regclass('${INDEX.name}')`,
      )
      return rows[0]?.valid
    }
    const isRecorded = async () =>
      (await observer.query(`select from kysely_migration where name = '${NAME}'`)).rowCount === 1
    return {
      observer,
      readBuilders,
      isValid,
      isRecorded,
      finishWriting: () => writer.query('commit'),
      begun: () => expect.poll(readBuilders, { timeout: 10_000 }).toHaveLength(1),
    }
  }

  it('is built during purchases, and once for two processes that start together', async () => {
    const databaseUrl = await postgres.createDatabase()
    const gateway = await startTestGateway({ databaseUrl })
    onTestFinished(() => gateway.close())
    const busy = await makeBusy(databaseUrl)
    const later = withIndex(migrationsFor(await import('@sluice/simulators')))

    const first = openDatabase({ databaseUrl }, later)
    await busy.begun()
    const second = openDatabase({ databaseUrl }, later)
    // The purchases write to the table.
    for (const flow of ['NO_3DS', 'NO_METHOD_FRICTIONLESS'] as const)
      expect((await gateway.pay({ flow })).transaction.status).toBe('APPROVED')
    expect(await busy.readBuilders()).toHaveLength(1)
    expect([await busy.isValid(), await busy.isRecorded()]).toEqual([false, false])

    await busy.finishWriting()
    for (const opening of [first, second]) await (await opening).close()
    expect([await busy.isValid(), await busy.isRecorded()]).toEqual([true, true])
    expect((await gateway.pay({ flow: 'NO_3DS' })).transaction.status).toBe('APPROVED')
  })

  it('is recorded by another process while this one waits to migrate', async () => {
    const databaseUrl = await createMigratedDatabase(postgres, gatewayMigrations)
    const other = await connect(databaseUrl)
    // The locks of all migrators.
    await other.query('select pg_advisory_lock(3853314791062309107)')
    const opening = openDatabase({ databaseUrl }, withIndex(gatewayMigrations))
    const readWaiting = async () =>
      (
        await other.query(`select from pg_stat_activity where datname = current_database()
          and application_name = 'sluice-gateway migrations' and query like '%pg_advisory_lock%'`)
      ).rowCount
    await expect.poll(readWaiting, { timeout: 10_000 }).toBe(1)
    await other.query(`create index ${INDEX.name} on ${INDEX.table} ${INDEX.on};
      insert into kysely_migration values ('${NAME}', '2030-01-01T00:00:00Z');
      select pg_advisory_unlock(3853314791062309107)`)
    const opened = await opening
    onTestFinished(() => opened.close())
    expect(opened.made.schema).toBe(9001)
  })

  it('is recorded without a table lock, and only when it is valid', async () => {
    const databaseUrl = await createMigratedDatabase(postgres, gatewayMigrations)
    const [client, writer] = [await connect(databaseUrl), await connect(databaseUrl)]
    const { db, close } = await openDatabase({ databaseUrl }, gatewayMigrations)
    onTestFinished(close)
    const { up } = addIndex('postgres', INDEX)
    await client.query(`create index ${INDEX.name} on ${INDEX.table} ${INDEX.on}`)
    await writer.query(`begin; lock ${INDEX.table} in row exclusive mode`)
    await up(db)
    await writer.query('rollback')
    await client.query(`update pg_index set indisvalid = false where indexrelid = '${INDEX.name}'::regclass`)
    await expect(up(db)).rejects.toThrow(`the index ${INDEX.name} is invalid`)
  })

  it('is built again at the next start if the first build was killed', async () => {
    const databaseUrl = await createMigratedDatabase(postgres, gatewayMigrations)
    const busy = await makeBusy(databaseUrl)
    const later = withIndex(gatewayMigrations)

    const killed = openDatabase({ databaseUrl }, later)
    const failure = expect(killed).rejects.toThrow(/Cannot use the PostgreSQL database/)
    await busy.begun()
    await busy.observer.query('select pg_terminate_backend($1)', await busy.readBuilders())
    await failure
    expect([await busy.isValid(), await busy.isRecorded()]).toEqual([false, false])

    await busy.finishWriting()
    await (await openDatabase({ databaseUrl }, later)).close()
    expect([await busy.isValid(), await busy.isRecorded()]).toEqual([true, true])
  })

  it('is awaited if its process was killed while the server continued', async () => {
    const databaseUrl = await createMigratedDatabase(postgres, gatewayMigrations)
    const busy = await makeBusy(databaseUrl)
    const orphaned = new Client({ connectionString: databaseUrl })
    orphaned.on('error', () => undefined)
    await orphaned.connect()
    const cutOff = expect(
      orphaned.query(`create index concurrently ${INDEX.name} on ${INDEX.table} ${INDEX.on}`),
    ).rejects.toThrow(/terminated/)
    await busy.begun()
    const builders = await busy.readBuilders()
    orphaned.connection.stream.destroy()
    await cutOff

    const opening = openDatabase({ databaseUrl }, withIndex(gatewayMigrations))
    // It has checked once.
    const readLooks = async () =>
      (
        await busy.observer.query(`select from pg_stat_activity where datname = current_database()
          and application_name = 'sluice-gateway indexes' and state = 'idle' and query like '%pg_stat_progress%'`)
      ).rowCount
    await expect.poll(readLooks, { timeout: 10_000 }).toBe(1)
    expect(await busy.readBuilders()).toEqual(builders)
    await busy.finishWriting()
    await (await opening).close()
    expect([await busy.isValid(), await busy.isRecorded()]).toEqual([true, true])
  })

  it('is built for each partition of a partitioned table, and resumes where a process ended', async () => {
    const databaseUrl = await createMigratedDatabase(postgres, gatewayMigrations)
    const client = await connect(databaseUrl)
    // One partition is in another schema, and one is newer than the index of the whole table.
    await client.query(`create schema aside;
      create table split (id integer primary key, version integer) partition by list (id);
      create table split_0 partition of split for values in (0);
      create table aside.split_1 partition of split for values in (1);
      insert into split values (0, 0), (1, 1);
      create index split_later on only split (version);
      create table split_2 partition of split for values in (2)`)
    const migrations: MigrationsFor = (dialect) => ({
      ...gatewayMigrations(dialect),
      [NAME]: addIndex(dialect, { name: 'split_later', table: 'split', on: '(version)' }),
    })
    const countIndexes = async () => {
      const { rows } = await client.query<{ name: string; count: number; valid: number }>(
        `select relname as name, count(*)::int as count, count(*) filter (where indisvalid)::int as valid
          from pg_index join pg_class on oid = indrelid
          where relname like 'split%' and not indisprimary group by relname order by relname`,
      )
      return rows.map(({ name, count, valid }) => `${name}: ${count}, ${valid} valid`)
    }
    expect(await countIndexes()).toEqual(['split: 1, 0 valid', 'split_2: 1, 1 valid'])
    const built = ['split: 1, 1 valid', 'split_0: 1, 1 valid', 'split_1: 1, 1 valid', 'split_2: 1, 1 valid']
    await (await openDatabase({ databaseUrl }, migrations)).close()
    expect(await countIndexes()).toEqual(built)
    // Simulates that it ended before it recorded the migration.
    await client.query(`delete from kysely_migration where name = '${NAME}'`)
    await (await openDatabase({ databaseUrl }, migrations)).close()
    expect(await countIndexes()).toEqual(built)
  })

  it('is built in this way by every migration from 0024 on for an earlier table', async () => {
    const migrations = gatewayMigrations('postgres')
    expect(await listPlainIndexes(await postgres.createDatabase(), migrations)).toEqual([])
    const plain = {
      up: async (db: Kysely<unknown>) => {
        await sql`create table of_its_own (id text primary key)`.execute(db)
        await sql`create index transactions_plain on transactions (version)`.execute(db)
      },
    }
    const planted = { ...migrations, '9001-index': addIndex('postgres', INDEX), '9002-plain': plain }
    expect(await listPlainIndexes(await postgres.createDatabase(), planted)).toEqual([
      '9002-plain: transactions_plain',
    ])
  })
})

/** Lists the indexes that migrations from 0024 on create in locked tables of earlier migrations. */
async function listPlainIndexes(
  databaseUrl: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const all = Object.entries(migrations).sort(([one], [other]) => (one < other ? -1 : 1))
  const firstAt = all.findIndex(([name]) => name >= FIRST)
  const found: string[] = []
  let before: Awaited<ReturnType<typeof readIndexes>> = []
  for (let at = firstAt; at <= all.length; at += 1) {
    const { db, close } = await openDatabase({ databaseUrl }, () => Object.fromEntries(all.slice(0, at)))
    const indexes = await readIndexes(db)
    await close()
    const [name = '', migration] = all[at - 1] ?? []
    const tables = new Set(before.map(({ table }) => table))
    const names = new Set(before.map((index) => index.name))
    const added = indexes.filter((index) => tables.has(index.table) && !names.has(index.name))
    if (at > firstAt && migration && !isIndexMigration(migration))
      found.push(...added.map((index) => `${name}: ${index.name}`))
    before = indexes
  }
  return found
}

async function readIndexes(db: Kysely<unknown>) {
  const { rows } = await sql<{ readonly table: string; readonly name: string }>`
    select tablename as table, indexname as name from pg_indexes where schemaname = current_schema()`.execute(
    db,
  )
  return rows
}
