import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { DatabaseBusyError } from './database-errors.ts'
import { DatabaseOpenError } from './database-open-error.ts'
import { openSqlite, truncateSqliteLog } from './open-sqlite.ts'
import { GroupingSqliteDialect } from './sqlite-dialect.ts'

let parent: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sluice-test-'))
})

afterEach(() => {
  rmSync(parent, { recursive: true, force: true })
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

it('makes a directory and files that only their owner can read', async () => {
  const dataDir = join(parent, 'deep', 'data')
  const db = await openSqlite(dataDir)
  await sql`create table t (x)`.execute(db)
  expect(modeOf(dataDir)).toBe('700')
  for (const file of ['sluice.db', 'sluice.db-wal', 'lock.db'])
    expect(modeOf(join(dataDir, file))).toBe('600')
  await db.destroy()
})

it('keeps the mode of an existing directory', async () => {
  const dataDir = join(parent, 'shared')
  mkdirSync(dataDir, { mode: 0o755 })
  await (await openSqlite(dataDir)).destroy()
  expect(modeOf(dataDir)).toBe('755')
})

it.each([
  ['journal_mode', 'wal'],
  ['synchronous', 1],
  ['foreign_keys', 1],
  ['secure_delete', 1],
])('sets %s to %s', async (pragma, value) => {
  const db = await openSqlite(parent)
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${pragma}`).execute(db)
  expect(rows).toEqual([{ [pragma]: value }])
  await db.destroy()
})

it('keeps nothing of an overwritten row in the database or its log', async () => {
  const db = await openSqlite(parent)
  const secret = 'sealed-card-'.repeat(2_000)
  await sql`create table t (x blob)`.execute(db)
  await sql`insert into t values (${secret})`.execute(db)
  await truncateSqliteLog(db)
  await sql`update t set x = null`.execute(db)
  expect(readFiles(parent)).toContain('sealed-card-sealed-card')
  await truncateSqliteLog(db)
  expect(readFiles(parent)).not.toContain('sealed-card')
  await db.destroy()
})

describe('a log that a process has left behind', () => {
  /** The files of a database as a process leaves them that is killed. */
  async function leaveLog(): Promise<string> {
    const left = join(parent, 'left')
    mkdirSync(left)
    const db = await openSqlite(parent)
    await sql`create table t (x)`.execute(db)
    await sql`insert into t values (1)`.execute(db)
    for (const file of ['sluice.db', 'sluice.db-wal']) cpSync(join(parent, file), join(left, file))
    await db.destroy()
    expect(statSync(join(left, 'sluice.db-wal')).size).toBeGreaterThan(0)
    return left
  }

  it('is applied to the database and emptied before anything is read', async () => {
    const left = await leaveLog()
    const db = await openSqlite(left)
    expect(statSync(join(left, 'sluice.db-wal')).size).toBe(0)
    expect((await sql`select x from t`.execute(db)).rows).toEqual([{ x: 1 }])
    await db.destroy()
  })

  it('prevents the start of a gateway while another program reads, because it cannot be emptied', async () => {
    const left = await leaveLog()
    const reader = new BetterSqlite3(join(left, 'sluice.db'))
    reader.exec('begin')
    reader.prepare('select * from t').all()
    await expect(openSqlite(left)).rejects.toThrow(DatabaseOpenError)
    await expect(openSqlite(left)).rejects.toThrow(`The database in ${left} contains commits`)
    reader.close()
    await (await openSqlite(left)).destroy()
  })

  it('does not wait for a reader if it is empty', async () => {
    await (await openSqlite(parent)).destroy()
    const reader = new BetterSqlite3(join(parent, 'sluice.db'))
    reader.exec('begin')
    reader.prepare('select * from sqlite_schema').all()
    await (await openSqlite(parent)).destroy()
    reader.close()
  })
})

it('ends the process when the disk rejects a commit', async () => {
  const module = fileURLToPath(new URL('open-sqlite.ts', import.meta.url))
  const failing = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { openSqlite } = await import(${JSON.stringify(module)})
    const db = await openSqlite(${JSON.stringify(parent)})
    fs.fdatasync = (_, done) => setImmediate(done, new Error('EIO'))
    syncBuiltinESMExports()
    setInterval(() => {}, 1000)
    db.executeQuery({ sql: 'create table t (x)', parameters: [], query: {} }).catch((error) => process.stdout.write(error.name))`
  const options = ['--conditions=@sluice/source', '--input-type=module', '--eval', failing]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const [said, why] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(await ended).toEqual([1, null])
  // Waiting callers are informed as well.
  expect(said).toBe('LostFlushError')
  expect(why).toContain('the disk failed to store a commit')
})

it('does not wait for a reader when it empties the log', async () => {
  const db = await openSqlite(parent)
  await sql`create table t (x)`.execute(db)
  const reader = new BetterSqlite3(join(parent, 'sluice.db'), { readonly: true })
  reader.exec('begin')
  reader.prepare('select * from t').all()
  await sql`insert into t values (1)`.execute(db)
  await truncateSqliteLog(db)
  expect(statSync(join(parent, 'sluice.db-wal')).size).toBeGreaterThan(0)
  reader.close()
  await truncateSqliteLog(db)
  expect(statSync(join(parent, 'sluice.db-wal')).size).toBe(0)
  const { rows } = await sql.raw('pragma busy_timeout').execute(db)
  expect(rows).toEqual([{ timeout: 1_000 }])
  await db.destroy()
})

/** The bytes of every file in the directory, as one text. */
const readFiles = (directory: string) =>
  readdirSync(directory)
    .map((file) => readFileSync(join(directory, file), 'latin1'))
    .join('')

it('refuses a directory that this process has open, with its name and the fix', async () => {
  const db = await openSqlite(parent)
  await expect(openSqlite(parent)).rejects.toThrow(DatabaseOpenError)
  await expect(openSqlite(parent)).rejects.toThrow(
    `The data directory ${parent} is in use by another gateway process. Stop`,
  )
  await db.destroy()
  await (await openSqlite(parent)).destroy()
})

it('still excludes others after this process requests its own directory again', async () => {
  const db = await openSqlite(parent)
  await expect(openSqlite(parent)).rejects.toThrow(DatabaseOpenError)
  const { process: other, said } = await openElsewhere(parent)
  other.kill('SIGKILL')
  expect(said).toContain('is in use by another gateway process')
  await db.destroy()
})

it('refuses a directory that another process has open, until that process is killed', async () => {
  const { process: holder, said } = await openElsewhere(parent)
  expect(said).toBe('open')
  await expect(openSqlite(parent)).rejects.toThrow(/in use by another gateway process/)
  const gone = once(holder, 'exit')
  holder.kill('SIGKILL')
  await gone
  await (await openSqlite(parent)).destroy()
})

it('reports why a directory cannot be used', async () => {
  const file = join(parent, 'file')
  writeFileSync(file, '')
  await expect(openSqlite(file)).rejects.toThrow(DatabaseOpenError)
  await expect(openSqlite(file)).rejects.toThrow(`The data directory ${file} cannot be used`)
})

it('releases the directory when the database in it cannot be read', async () => {
  writeFileSync(join(parent, 'sluice.db'), 'this was never a database, and it is longer than a header of one')
  await expect(openSqlite(parent)).rejects.toThrow(/not a database/)
  await expect(openSqlite(parent)).rejects.toThrow(/not a database/)
})

it('takes the write lock when a transaction begins, not at its first write', async () => {
  const db = await openSqlite(parent)
  const shell = new BetterSqlite3(join(parent, 'sluice.db'), { timeout: 0 })
  await sql`create table t (x)`.execute(db)
  await db.transaction().execute(async (trx) => {
    await sql`select * from t`.execute(trx)
    expect(() => shell.exec('insert into t values (1)')).toThrow(/locked/)
    await sql`insert into t values (2)`.execute(trx)
  })
  shell.close()
  await db.destroy()
})

it('reads only committed data during open transactions, without waiting for them', async () => {
  const db = await openSqlite(parent)
  await sql`create table t (x)`.execute(db)
  const count = async () => (await sql`select * from t`.execute(db)).rows.length
  const working = db.transaction().execute(async (trx) => {
    await sql`insert into t values (1)`.execute(trx)
    expect((await sql`select * from t`.execute(trx)).rows).toHaveLength(1)
    expect(await count()).toBe(0)
  })
  const writing = sql`insert into t values (2)`.execute(db)
  expect(await count()).toBe(0)
  await working
  expect(await count()).toBe(2)
  await writing
  await db.destroy()
})

it('refuses reads, too, while the disk takes a commit for longer than five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const file = join(parent, 'x.db')
  let endFlush = (): void => expect.unreachable('nothing is flushed')
  let isStuck = false
  let stuck = (): void => undefined
  const isFlushing = new Promise<void>((resolve) => (stuck = resolve))
  const db = new Kysely<{ t: { x: number } }>({
    dialect: new GroupingSqliteDialect({
      writer: new BetterSqlite3(file),
      openReader: () => new BetterSqlite3(file, { readonly: true }),
      log: {
        flush: () =>
          new Promise((resolve) => {
            if (!isStuck) return resolve()
            endFlush = resolve
            stuck()
          }),
        close: () => undefined,
      },
      onLost: (failure) => expect.unreachable(failure.message),
      onClosed: () => undefined,
    }),
  })
  await sql`pragma journal_mode = wal`.execute(db)
  await sql`create table t (x)`.execute(db)
  isStuck = true
  const writing = db.insertInto('t').values({ x: 1 }).execute()
  await isFlushing
  const reading = db.selectFrom('t').selectAll().execute()
  const told = Promise.allSettled([writing, reading])
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(5_000)
  // Neither may report data that is not on the disk.
  expect((await told).map((end) => end.status === 'rejected' && (end.reason as Error).name)).toEqual([
    'SlowFlushError',
    'SlowFlushError',
  ])
  await expect(db.selectFrom('t').selectAll().execute()).rejects.toThrow(DatabaseBusyError)
  isStuck = false
  endFlush()
  await expect
    .poll(
      () =>
        db
          .selectFrom('t')
          .selectAll()
          .execute()
          .catch(() => null),
      { timeout: 60_000 },
    )
    .toEqual([{ x: 1 }])
  await db.destroy()
})

it('lets single writes share a commit, and fails one without the others', async () => {
  const db = await openSqlite(parent)
  await sql`create table t (x unique)`.execute(db)
  const inserts = [1, 1, 2].map((value) => sql`insert into t values (${value})`.execute(db))
  const ends = await Promise.allSettled(inserts)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await sql`select x from t`.execute(db)).rows).toEqual([{ x: 1 }, { x: 2 }])
  await db.destroy()
})

it('closes after open work', async () => {
  const db = await openSqlite(parent)
  await sql`create table t (x)`.execute(db)
  let closing: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    closing = db.destroy()
    await sql`insert into t values (1)`.execute(trx)
  })
  await closing
  const again = await openSqlite(parent)
  expect((await sql`select x from t`.execute(again)).rows).toEqual([{ x: 1 }])
  await again.destroy()
})

it('reports why a transaction failed even if SQLite has already rolled it back', async () => {
  const db = await openSqlite(parent)
  await sql`create table t (x unique on conflict rollback)`.execute(db)
  const failing = db.transaction().execute(async (trx) => {
    await sql`insert into t values (1)`.execute(trx)
    await sql`insert into t values (1)`.execute(trx)
  })
  await expect(failing).rejects.toThrow(/UNIQUE constraint failed/)
  await db.destroy()
})

/**
 * Another process that requests the directory, and holds it until it is killed; `said` is `open`, or the reason of the
 * refusal.
 */
async function openElsewhere(
  dataDir: string,
): Promise<{ readonly process: ChildProcess; readonly said: string }> {
  const module = fileURLToPath(new URL('open-sqlite.ts', import.meta.url))
  const script = `
    const { openSqlite } = await import(${JSON.stringify(module)})
    const said = await openSqlite(${JSON.stringify(dataDir)}).then(() => 'open', String)
    process.stdout.write(said)
    setInterval(() => {}, 1000)`
  const options = ['--conditions=@sluice/source', '--input-type=module', '--eval', script]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { process: child, said: String(said) }
}
