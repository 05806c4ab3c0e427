import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { isDatabaseOutage } from './database-errors.ts'
import { openPostgres } from './open-postgres.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const LIMITS = { maxConnections: 2, statementTimeoutMs: 3_000 }

/** A database whose server has the timeline that a table says, and a role that may do nothing else. */
async function openReplaceable() {
  const address = new URL(await postgres.createDatabase())
  const name = address.pathname.slice(1)
  const operator = openPostgres<{ history: { timeline: string } }>(address.href, LIMITS).db
  await sql`create table history as select '00000002' as timeline`.execute(operator)
  await sql`create function pg_walfile_name(pg_lsn) returns text language sql security definer as
    'select timeline || ''0000000100000002'' from public.history'`.execute(operator)
  await sql`alter database ${sql.id(name)} set search_path = public, pg_catalog`.execute(operator)
  await sql`create role ${sql.id(name)} login password 'plain'`.execute(operator)
  address.username = name
  address.password = 'plain'
  const { db } = openPostgres(address.href, LIMITS)
  const askTwice = async () => {
    const pids = [1, 2].map(() =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db),
    )
    return (await Promise.all(pids)).map(({ rows }) => rows[0]?.pid)
  }
  return {
    askTwice,
    become: (timeline: string) => operator.updateTable('history').set({ timeline }).execute(),
    /** Ends sessions, and waits until the pool knows. */
    async end(pids: readonly (number | undefined)[]) {
      for (const pid of pids) await sql`select pg_terminate_backend(${pid}::int, 5000)`.execute(operator)
    },
    async stop() {
      await db.destroy()
      await sql`drop role ${sql.id(name)}`.execute(operator)
      await operator.destroy()
    },
  }
}

describe('a server that a failover has replaced', () => {
  it('ignores the old server when it comes back, and continues with the newer one', async () => {
    const server = await openReplaceable()
    const before = await server.askTwice()
    await server.become('0000000A')
    await server.end(before.slice(0, 1))
    // A leftover connection is abandoned once the newer server is known.
    await expect.poll(async () => (await server.askTwice()).filter((pid) => before.includes(pid))).toEqual([])

    const after = await server.askTwice()
    await server.become('00000002')
    await server.end(after)
    const refusal = async () => server.askTwice().catch((error: unknown) => error)
    await expect.poll(refusal).toMatchObject({
      name: 'LostConnectionError',
      message: expect.stringContaining('is on timeline 2, but a failover started timeline 10') as string,
    })
    expect(isDatabaseOutage(await refusal())).toBe(true)

    await server.become('0000000A')
    expect(await refusal()).toHaveLength(2)
    await server.stop()
  })
})
