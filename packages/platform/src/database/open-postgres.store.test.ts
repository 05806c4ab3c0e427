import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openFaultyLine } from '../../test/faulty-line.ts'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { SILENCE } from '../../test/toxics.ts'
import { DatabaseBusyError, isDatabaseOutage } from './database-errors.ts'
import { openPostgres } from './open-postgres.ts'

let postgres: TestPostgres
let url: string
beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.createDatabase()
})
afterAll(() => postgres.stop())

describe('a pool of connections', () => {
  it('queues a limited number, reports it, and rejects the next at once', async () => {
    const { db, usage } = openPostgres(url, { maxConnections: 2, statementTimeoutMs: 3_000 })
    const sleeping = Array.from({ length: 2 }, () => sql`select pg_sleep(1)`.execute(db))
    const waiting = Array.from({ length: 64 }, () => sql`select 1`.execute(db))
    const refused = await sql`select 1`.execute(db).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DatabaseBusyError)
    expect(isDatabaseOutage(refused)).toBe(true)
    expect(usage()).toMatchObject({ inUse: 2, waiting: 64 })
    await Promise.all([...sleeping, ...waiting])
    expect(usage()).toEqual({ inUse: 0, idle: 2, waiting: 0, abandoned: 0 })
    await db.destroy()
  })

  it('prepares repeated statements, and continues when the table changes', async () => {
    const { db } = openPostgres<{ kept: { id: number; x: string } }>(url, {
      maxConnections: 1,
      statementTimeoutMs: 3_000,
    })
    await sql`create table kept (id integer primary key, x text not null)`.execute(db)
    const write = (id: number) =>
      db
        .insertInto('kept')
        .values({ id, x: 'x' })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ x: 'y' }))
        .execute()
    for (const id of [1, 2, 3, 1]) await write(id)
    const kept = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
    expect(kept.rows.map(({ statement }) => statement.split('(')[0])).toEqual(['insert into "kept" '])

    await sql`alter table kept add column y integer`.execute(db)
    await write(4)
    const refused = await sql`insert into kept (id, x) values (1, 'x')`
      .execute(db)
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: '23505' })
    await write(5)
    const { rows } = await sql`select id, x from kept order by id`.execute(db)
    expect(rows).toEqual([1, 2, 3, 4, 5].map((id) => ({ id, x: id === 1 ? 'y' : 'x' })))
    await db.destroy()
  })

  it('ends a statement that exceeds its limit, as an outage', async () => {
    const { db } = openPostgres(url, { maxConnections: 2, statementTimeoutMs: 100 })
    const error = await sql`select pg_sleep(5)`.execute(db).catch((reason: unknown) => reason)
    expect(isDatabaseOutage(error)).toBe(true)
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db)
    expect(rows).toEqual([{ lock_timeout: '100ms' }])
    await db.destroy()
  })

  it('abandons an unresponsive connection, also within a transaction, and continues with another one', async () => {
    const line = await openFaultyLine(url)
    const { db, usage } = openPostgres(line.through(url), { maxConnections: 1, statementTimeoutMs: 100 })
    await sql`select 1`.execute(db)
    const error = await db
      .transaction()
      .execute(async (trx) => {
        line.break({ up: SILENCE, down: SILENCE })
        await sql`select 1`.execute(trx)
      })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'DatabaseTimeoutError' })
    expect(isDatabaseOutage(error)).toBe(true)
    await line.mend()
    await sql`select 1`.execute(db)
    expect(usage()).toEqual({ inUse: 0, idle: 1, waiting: 0, abandoned: 0 })
    await db.destroy()
    await line.close()
  })

  it('does not exceed its limit of connections while the server keeps abandoned ones', async () => {
    const { db, usage } = openPostgres(url, { maxConnections: 2, statementTimeoutMs: 100 })
    const observer = openPostgres(url, { maxConnections: 1, statementTimeoutMs: 3_000 })
    const countSessions = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
        where datname = current_database() and application_name = 'sluice-gateway'`.execute(observer.db)
      return rows[0]?.count
    }
    // A session whose statement never ends, as a commit that waits for a standby: neither its client nor a time-out ends it.
    const hang = () =>
      sql
        .raw(`set statement_timeout = 0; select pg_sleep(6)`)
        .execute(db)
        .catch((error: unknown) => error)
    for (const ended of await Promise.all([hang(), hang()]))
      expect(ended).toMatchObject({ name: 'DatabaseTimeoutError' })
    expect(usage()).toEqual({ inUse: 0, idle: 0, waiting: 0, abandoned: 2 })
    const refused = await sql`select 1`.execute(db).catch((error: unknown) => error)
    expect(isDatabaseOutage(refused)).toBe(true)
    // Two that hang, the observer, and at most one that asks.
    expect(await countSessions()).toBeLessThanOrEqual(4)
    await expect.poll(() => usage().abandoned, { timeout: 15_000 }).toBe(0)
    await sql`select 1`.execute(db)
    await db.destroy()
    await observer.db.destroy()
  })

  it('prepares nothing on a server behind another program', async () => {
    const line = await openFaultyLine(url)
    // A pooler names a process of its own when a connection is made.
    line.break({ down: { data: (flow, part) => flow.pass(renameProcess(part)) } })
    const { db } = openPostgres<{ pooled: { id: number } }>(line.through(url), {
      maxConnections: 1,
      statementTimeoutMs: 3_000,
    })
    await sql`create table pooled (id integer primary key)`.execute(db)
    for (const id of [1, 2, 3]) await db.insertInto('pooled').values({ id }).execute()
    const { rows } = await sql`select name from pg_prepared_statements where ${1} = 1`.execute(db)
    expect(rows).toEqual([])
    await db.destroy()
    await line.close()
  })
})

/** `BackendKeyData`, twelve bytes long: the number of the process, and a secret to cancel by. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12])

function renameProcess(part: Buffer): Buffer {
  const at = part.indexOf(KEY_DATA)
  if (at >= 0) part.writeInt32BE(1, at + KEY_DATA.length)
  return part
}
