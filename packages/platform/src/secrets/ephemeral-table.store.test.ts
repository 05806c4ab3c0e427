import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { openPostgres } from '../database/open-postgres.ts'
import { createSystemRandom, systemClock, systemTimers } from '../system.ts'
import { openEphemeralTable, RESTORED_WITHIN_MS } from './ephemeral-table.store.ts'

const SECRET = Buffer.from('0123456789abcdef0123456789abcdef')
/** PostgreSQL counts the parameters of a statement with 16 bits. */
const PARAMETERS_MAX = 65_535

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

async function prepare() {
  const databaseUrl = await postgres.createDatabase()
  let nowMs = systemClock.now()
  const realTime = { now: () => nowMs }
  const connect = () => {
    const { db } = openPostgres<object>(databaseUrl, { maxConnections: 2, statementTimeoutMs: 3_000 })
    onTestFinished(() => db.destroy())
    return db
  }
  const start = () =>
    openEphemeralTable({
      db: connect(),
      realTime,
      random: createSystemRandom(systemClock),
      // Waiting for other processes lets time pass.
      timers: {
        sleep: (ms) => {
          nowMs += ms
          return systemTimers.sleep(0)
        },
      },
      removesRemains: true,
    })
  return { db: connect(), start, wait: (ms: number) => (nowMs += ms) }
}

/** Empties UNLOGGED tables, as a crash of the server does. */
const crash = (db: Awaited<ReturnType<typeof prepare>>['db']) =>
  sql`truncate sluice_volatile.secrets, sluice_volatile.eras`.execute(db)

describe('ephemeral secrets in PostgreSQL', () => {
  it('are found until they are erased, by every process', async () => {
    const { start } = await prepare()
    const [first, second] = await Promise.all([start(), start()])
    await first.keep('payment-1', SECRET)
    expect(await second.find('payment-1')).toEqual(SECRET)
    await second.erase('payment-1')
    await first.maintain()
    expect(await second.listNames(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  it('keep their first secret', async () => {
    const { start } = await prepare()
    const [first, second] = await Promise.all([start(), start()])
    await first.keep('payment-1', SECRET)
    await second.keep('payment-1', Buffer.alloc(32, 1))
    expect(await second.find('payment-1')).toEqual(SECRET)
  })

  it('are refused on a server that logs their tables', async () => {
    const { db, start } = await prepare()
    await sql`create schema sluice_volatile`.execute(db)
    await sql`create table sluice_volatile.secrets (name text primary key, secret bytea, kept_at bigint)`.execute(
      db,
    )
    await expect(start()).rejects.toThrow('The database logs writes to sluice_volatile.secrets')
  })

  it('are in unlogged tables', async () => {
    const { db, start } = await prepare()
    await start()
    const { rows } = await sql<{ relname: string; relpersistence: string }>`
      select relname, relpersistence from pg_class
      where relnamespace = 'sluice_volatile'::regnamespace and relkind = 'r' order by relname`.execute(db)
    expect(rows).toEqual([
      { relname: 'eras', relpersistence: 'u' },
      { relname: 'secrets', relpersistence: 'u' },
    ])
  })

  it('are written again by the process that holds them after a crash of the server', async () => {
    const { db, start, wait } = await prepare()
    const [holder, other] = await Promise.all([start(), start()])
    await holder.keep('payment-1', SECRET)
    wait(RESTORED_WITHIN_MS)
    await crash(db)
    const found = other.find('payment-1')
    await holder.maintain()
    expect(await found).toEqual(SECRET)
    await crash(db)
    expect(await holder.find('payment-1')).toEqual(SECRET)
  })

  it('are lost with all processes, and no request waits for them for long', async () => {
    const { db, start } = await prepare()
    await (await start()).keep('payment-1', SECRET)
    await crash(db)
    expect(await (await start()).find('payment-1')).toBeNull()
  })

  it('are not written again after another process erased them', async () => {
    const { db, start } = await prepare()
    const [holder, other] = await Promise.all([start(), start()])
    await holder.keep('payment-1', SECRET)
    await other.erase('payment-1')
    await holder.maintain()
    await crash(db)
    await holder.maintain()
    expect(await other.listNames(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  it('are not written again by a reader after another process erased them', async () => {
    const { start } = await prepare()
    const [holder, other] = await Promise.all([start(), start()])
    await holder.keep('payment-1', SECRET)
    await other.erase('payment-1')
    expect(await holder.find('payment-1')).toBeNull()
    expect(await other.listNames(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  it('leave nothing in the data directory once they are erased, and those that are needed stay', async () => {
    const databaseUrl = await postgres.createDatabase()
    const { db } = openPostgres<object>(databaseUrl, { maxConnections: 2, statementTimeoutMs: 3_000 })
    onTestFinished(() => db.destroy())
    const secrets = await openEphemeralTable({
      db,
      realTime: systemClock,
      random: createSystemRandom(systemClock),
      timers: systemTimers,
      removesRemains: true,
    })
    const [erased, needed] = [randomBytes(32), randomBytes(32)]
    await secrets.keep('payment-1', erased)
    await secrets.keep('payment-2', needed)
    const directory = await readDirectory(db)
    await flush(db)
    expect(findHolders(directory, erased)).toHaveLength(1)
    await secrets.erase('payment-1')
    await secrets.maintain()
    await flush(db)
    expect(findHolders(directory, erased)).toEqual([])
    expect(await secrets.find('payment-2')).toEqual(needed)
  })

  it('are kept when there are more than one statement may have parameters for', async () => {
    const { db, start } = await prepare()
    const secrets = await start()
    const count = Math.ceil(PARAMETERS_MAX / 3) + 1
    await sql`insert into sluice_volatile.secrets
      select 'payment-' || n, ${SECRET}::bytea, n from generate_series(1, ${count}::int) n`.execute(db)
    await secrets.maintain()
    const { rows } = await sql<{ name: string; kept_at: number }>`
      select name, kept_at from sluice_volatile.secrets where secret = ${SECRET} order by kept_at`.execute(db)
    expect(rows).toHaveLength(count)
    expect(rows.at(-1)).toEqual({ name: `payment-${count}`, kept_at: count })
  }, 60_000)

  it('do not wait for a reader of the whole database', async () => {
    const { db, start } = await prepare()
    const secrets = await start()
    await secrets.keep('payment-1', SECRET)
    await db.transaction().execute(async (trx) => {
      await sql`select * from sluice_volatile.secrets`.execute(trx)
      await secrets.maintain()
      expect(await secrets.find('payment-1')).toEqual(SECRET)
    })
  })
})

async function readDirectory(db: Awaited<ReturnType<typeof prepare>>['db']): Promise<string> {
  const { rows } = await sql<{ directory: string }>`
    select current_setting('data_directory') as directory`.execute(db)
  return rows[0]?.directory ?? ''
}

/** A checkpoint alone leaves the pages of UNLOGGED tables in memory; before files are copied they are written, too. */
async function flush(db: Awaited<ReturnType<typeof prepare>>['db']): Promise<void> {
  await sql.raw(`create database flush_${randomUUID().replaceAll('-', '')} strategy file_copy`).execute(db)
}

/** The files of the directory that hold the secret. */
function findHolders(directory: string, secret: Buffer): readonly string[] {
  return (unlessGone(() => readdirSync(directory, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return findHolders(path, secret)
    return entry.isFile() && unlessGone(() => readFileSync(path))?.includes(secret) ? [path] : []
  })
}

/** Files and databases may disappear between listing and reading; a missing one gives null. */
function unlessGone<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
