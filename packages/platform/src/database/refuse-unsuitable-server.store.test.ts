import type { Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { openPostgres } from './open-postgres.ts'
import { refuseUnsuitableServer } from './refuse-unsuitable-server.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** A database whose server answers otherwise than PostgreSQL: functions of this schema are found before its own. */
async function openLiar(lie: string) {
  const url = await postgres.createDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  const { pathname } = new URL(url)
  await client.query(`create schema lies; ${lie};
    alter database "${pathname.slice(1)}" set search_path = lies, pg_catalog, public`)
  await client.end()
  const connect = (): Kysely<object> => {
    const { db } = openPostgres<object>(url, { maxConnections: 1, statementTimeoutMs: 3_000 })
    onTestFinished(() => db.destroy())
    return db
  }
  return refuseUnsuitableServer(connect(), connect(), 'db.example')
}

describe('a server that speaks the protocol of PostgreSQL', () => {
  it('is accepted when only one session gets a lock', () =>
    expect(openLiar('select 1')).resolves.toBeUndefined())

  it('is refused when two sessions get the same advisory lock', () =>
    expect(
      openLiar(`create function lies.pg_try_advisory_xact_lock(integer, integer) returns boolean
        language sql as 'select true'`),
    ).rejects.toThrow('The server of db.example granted two sessions the same advisory lock at once'))

  it('is refused when it is older than the oldest tested version', () =>
    expect(
      openLiar(`create function lies.current_setting(text) returns text
        language sql as $$ select '140011' $$`),
    ).rejects.toThrow('The server of db.example is PostgreSQL 14. Use PostgreSQL 15 or later'))
})
