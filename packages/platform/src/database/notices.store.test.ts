import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'

import { openFaultyLine } from '../../test/faulty-line.ts'
import { startPostgres } from '../../test/postgres.ts'
import { SILENCE } from '../../test/toxics.ts'
import { platformMigrations } from '../platform-migrations.ts'
import { createAnnounce, listenForNotices } from './notices.ts'
import { openDatabase } from './open-database.ts'

const WAIT = 20_000

// Only PostgreSQL has notices: the embedded database has one process, which needs none.
it('notices reach other processes, also after the connection was cut', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const location = { databaseUrl: await postgres.createDatabase() }
  const { db, close } = await openDatabase(location, platformMigrations)
  onTestFinished(close)
  const heard: (readonly string[])[] = []
  const listener = listenForNotices({
    databaseUrl: location.databaseUrl,
    channel: 'test_notices',
    timers: { sleep: () => Promise.resolve() },
    onNotice: (names) => heard.push(names),
  })
  onTestFinished(() => listener.stop())
  await vi.waitFor(() => expect(heard).toEqual([[]]), WAIT)

  const announce = createAnnounce(db, 'test_notices')
  await Promise.all([announce('a'), announce('b'), announce('b')])
  await vi.waitFor(() => expect(heard.flat().toSorted()).toEqual(['a', 'b']), WAIT)

  heard.length = 0
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'sluice-gateway notices' and datname = current_database()
  `.execute(db)
  // Notices that were missed in the meantime may concern every listener.
  await vi.waitFor(() => expect(heard).toContainEqual([]), WAIT)
  await announce('c')
  await vi.waitFor(() => expect(heard.at(-1)).toEqual(['c']), WAIT)
})

it.each([
  ['after it has begun to listen', 1],
  ['before it could', 0],
])('a stop does not wait for a database that stopped answering %s', async (_, heardMin) => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const databaseUrl = await postgres.createDatabase()
  const line = await openFaultyLine(databaseUrl)
  onTestFinished(() => line.close())
  const silence = { up: SILENCE, down: SILENCE }
  if (heardMin === 0) line.break(silence)
  let heard = 0
  const listener = listenForNotices({
    databaseUrl: line.through(databaseUrl),
    channel: 'test_notices',
    timers: { sleep: () => Promise.resolve() },
    onNotice: () => (heard += 1),
  })
  await vi.waitFor(() => expect(heard).toBe(heardMin), WAIT)
  if (heardMin > 0) line.break(silence)
  await listener.stop()
})
