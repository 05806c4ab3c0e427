import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import {
  done,
  refused,
  refusedForCertain,
  type Script,
  startScriptedPostgres,
} from '../../test/scripted-postgres.ts'
import { addToCommit } from './add-to-commit.ts'
import { isDatabaseOutage } from './database-errors.ts'
import { openPostgres } from './open-postgres.ts'

class Taken extends Error {}

async function open(script: Script, statementTimeoutMs = 3_000) {
  const server = await startScriptedPostgres(script)
  const { db, usage } = openPostgres<{ t: { x: number } }>(server.url, {
    maxConnections: 1,
    statementTimeoutMs,
  })
  onTestFinished(async () => {
    await db.destroy()
    await server.close()
  })
  /** A list of writes, of which the first claims something. */
  const write = (x: number) =>
    db.transaction().execute(async (trx) => {
      const claim = trx.insertInto('t').values({ x })
      await addToCommit(trx, claim, { rows: 1, otherwise: () => new Taken() })
      await addToCommit(trx, trx.updateTable('t').set({ x }))
    })
  return { server, db, usage, write }
}

const isCommit = (texts: readonly string[]): boolean => texts.includes('commit')

it.each([
  ['ends after it could not write its log', '58030', 'PANIC'],
  ['ends after an internal error, in another language', 'XX000', 'FATALE'],
  ['ends because the transaction took too long', '25P04', 'FATAL'],
  ['ends without a word', null, ''],
])('sends lists of a shared commit once when the server %s', async (_, code, severity) => {
  const { server, write } = await open((texts, socket) => {
    if (!isCommit(texts)) return done(texts)
    socket.end(code === null ? Buffer.alloc(0) : refused(code, severity))
    return null
  })
  const ended = await Promise.allSettled([write(1), write(2)])
  for (const end of ended) expect(end).toMatchObject({ status: 'rejected' })
  for (const end of ended) expect(isDatabaseOutage((end as PromiseRejectedResult).reason)).toBe(true)
  expect(server.sent.filter(isCommit)).toHaveLength(1)
})

it('sends them again if the server refused one and continues', async () => {
  let isFirst = true
  const { server, write } = await open((texts) => {
    if (!isCommit(texts) || !isFirst) return done(texts)
    isFirst = false
    return refusedForCertain('40001')
  })
  await Promise.all([write(1), write(2)])
  expect(server.sent.filter(isCommit)).toHaveLength(3)
  expect(server.connections).toBe(1)
})

it('abandons a connection on which only a refusal arrives', async () => {
  const { server, db, usage } = await open((texts) => {
    if (texts.includes('hangs')) return refused('55P03')
    return done(texts)
  }, 100)
  const hanging = db.transaction().execute(async (trx) => {
    await sql`hangs`.execute(trx)
  })
  await expect(hanging).rejects.toMatchObject({ name: 'DatabaseTimeoutError' })
  await sql`select`.execute(db)
  expect(server.connections).toBe(2)
  expect(usage()).toEqual({ inUse: 0, idle: 1, waiting: 0, abandoned: 0 })
})

it('abandons a connection to a read-only server, as after a fail-over', async () => {
  let isReadOnly = true
  const { server, db } = await open((texts) =>
    isReadOnly && texts.some((text) => text.startsWith('update'))
      ? refusedForCertain('25006')
      : done(texts.map(() => 'update 1')),
  )
  const write = () => db.updateTable('t').set({ x: 1 }).execute()
  await expect(write()).rejects.toSatisfy(isDatabaseOutage)
  isReadOnly = false
  await write()
  expect(server.connections).toBe(2)
})

it('treats an unreachable server as an outage, whatever the system calls it', async () => {
  // Its socket is a file, and the file is gone: ENOENT.
  const { db } = openPostgres('postgres://x@%2Fnowhere/x', { maxConnections: 1, statementTimeoutMs: 100 })
  const error = await sql`select 1`.execute(db).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'LostConnectionError', code: 'ENOENT' })
  expect(isDatabaseOutage(error)).toBe(true)
  await db.destroy()
})
