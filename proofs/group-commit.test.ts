/**
 * Writers that share commits, killed in the middle of them: what was confirmed is stored, and every work is stored
 * whole or not at all. On PostgreSQL every fourth kill is the server's.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import { openPostgres } from '@sluice/platform/database/open-postgres'
import { openSqlite } from '@sluice/platform/database/open-sqlite'

import { startStoppablePostgres } from '../packages/platform/test/postgres.ts'

const KILLS = Number(process.env['PROOF_KILLS'] ?? 4)
const WRITERS = 16
/** Each kill comes after a different number of works, so that it hits another moment of a group. */
const WORKS_BEFORE = 40
/** The number of rows that one transaction writes. */
const ROWS = 3
const TIME = { timeout: 180_000 + KILLS * 10_000 }
const LIMITS = { maxConnections: 4, statementTimeoutMs: 10_000 }

type Database = Kysely<Record<string, never>>

interface Place {
  /** Makes {@link Database} in the process of the writers: an expression. */
  readonly open: string
  /** Instead of the writers' end. */
  readonly stopServer?: () => Promise<void>
}

it(`keeps what it confirmed, and every work whole, through ${KILLS} kills on SQLite`, TIME, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const connect = () => openSqlite<Record<string, never>>(dataDir)
  await withDatabase(connect, makeTable)
  const kept = await writeThroughKills(() => ({
    open: `(await import(${pathOf('open-sqlite')})).openSqlite(${JSON.stringify(dataDir)})`,
  }))
  await withDatabase(connect, (db) => checkWorks(db, kept))
})

it(`keeps what it confirmed, and every work whole, through ${KILLS} kills on PostgreSQL`, TIME, async () => {
  const postgres = await startStoppablePostgres()
  onTestFinished(() => postgres.stop())
  const url = await postgres.createDatabase()
  const connect = async () => openPostgres<Record<string, never>>(url, LIMITS).db
  await withDatabase(connect, makeTable)
  const stopServer = async (): Promise<void> => {
    await postgres.stopImmediately()
    await postgres.startAgain()
  }
  const kept = await writeThroughKills((kill) => ({
    open: `(await import(${pathOf('open-postgres')})).openPostgres(${JSON.stringify(url)}, ${JSON.stringify(LIMITS)}).db`,
    ...(kill % 4 === 3 && { stopServer }),
  }))
  await withDatabase(connect, async (db) => {
    await checkWorks(db, kept)
    const { rows } = await sql<{ works: number; commits: number }>`
      select count(distinct work) as works, count(distinct xmin::text) as commits from t
    `.execute(db)
    const [{ works, commits } = { works: 0, commits: 0 }] = rows
    // Otherwise no commit was shared, and nothing was proven.
    expect(commits).toBeLessThan(works / 2)
  })
})

async function withDatabase<T>(
  connect: () => Promise<Database>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await connect()
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function makeTable(db: Database): Promise<void> {
  await sql`create table t (work text not null, part integer not null, primary key (work, part))`.execute(db)
}

async function checkWorks(db: Database, kept: readonly string[]): Promise<void> {
  const { rows } = await sql<{ work: string; parts: number }>`
    select work, count(*) as parts from t group by work
  `.execute(db)
  const stored = new Set(rows.map(({ work }) => work))
  expect(kept.filter((work) => !stored.has(work))).toEqual([])
  expect(rows.filter(({ parts }) => parts !== ROWS)).toEqual([])
  expect(rows.filter(({ work }) => work.startsWith('undone'))).toEqual([])
  expect(kept.length).toBeGreaterThan(KILLS * WORKS_BEFORE)
}

/** @returns the confirmed works. */
async function writeThroughKills(placeOf: (kill: number) => Place): Promise<readonly string[]> {
  const kept: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) kept.push(...(await writeUntilKilled(kill, placeOf(kill))))
  return kept
}

/** @returns the works that were said to be kept. */
async function writeUntilKilled(kill: number, { open, stopServer }: Place): Promise<readonly string[]> {
  const script = `
    import { writeSync } from 'node:fs'
    const { addToCommit } = await import(${pathOf('add-to-commit')})
    const { sql } = await import('kysely')
    const db = await ${open}
    // A write of another number of rows than expected: the database itself refuses it, with all that shares its commit.
    const refused = { rows: 2, otherwise: () => new Error('changed my mind') }
    const write = (work, ending) => db.transaction().execute(async (trx) => {
      for (let part = 0; part < ${ROWS}; part += 1)
        await addToCommit(
          trx,
          db.insertInto('t').values({ work, part }),
          ending === 'refused' && part === ${ROWS - 1} ? refused : undefined,
        )
      if (ending === 'thrown') throw new Error('changed my mind')
    })
    const writer = async (name) => {
      for (let count = 0; ; count += 1) {
        const ending = count % 4 === 0 ? 'refused' : 'thrown'
        await write(\`undone-\${name}-\${count}\`, ending).catch(() => undefined)
        const work = \`\${name}-\${count}\`
        const isKept = await write(work).then(() => true, () => false)
        if (isKept) writeSync(1, work + '\\n')
        else await new Promise(setImmediate)
      }
    }
    for (let index = 0; index < ${WRITERS}; index += 1) writer(\`${kill}-\${index}\`)`
  const options = ['--conditions=@sluice/source', '--input-type=module', '--eval', script]
  const child = spawn(process.execPath, options, {
    cwd: fileURLToPath(new URL('../packages/platform', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const kept: string[] = []
  let stopped: Promise<void> = Promise.resolve()
  for await (const line of createInterface(child.stdout)) {
    kept.push(line)
    if (kept.length !== WORKS_BEFORE + kill) continue
    if (stopServer) stopped = stopServer().finally(() => child.kill('SIGKILL'))
    else child.kill('SIGKILL')
  }
  await Promise.all([gone, stopped])
  return kept
}

function pathOf(module: string): string {
  const path = new URL(`../packages/platform/src/database/${module}.ts`, import.meta.url)
  return JSON.stringify(fileURLToPath(path))
}
