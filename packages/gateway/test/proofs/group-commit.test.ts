/**
 * Writers that share commits, killed in the middle of them: what was said to be kept is there, and every work is there
 * whole or not at all.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { openSqlite } from '../../src/platform/database/open-sqlite.ts'

const KILLS = Number(process.env['PROOF_KILLS'] ?? 3)
const WRITERS = 16
/** Each kill comes after so many more works than the last, so that it meets another moment of a group. */
const WORKS_BEFORE = 40
/** What one work writes. */
const ROWS = 3

let parent: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sluice-test-'))
})

afterEach(() => {
  rmSync(parent, { recursive: true, force: true })
})

it(
  `keeps what it said is kept, and every work whole, through ${KILLS} kills`,
  { timeout: 180_000 + KILLS * 10_000 },
  async () => {
    const db = await openSqlite(parent)
    await sql`create table t (work text not null, part integer not null, primary key (work, part))`.execute(
      db,
    )
    await db.destroy()
    const kept: string[] = []
    for (let kill = 0; kill < KILLS; kill += 1) kept.push(...(await writeUntilKilled(kill)))

    const again = await openSqlite(parent)
    const { rows } = await sql<{ work: string; parts: number }>`
      select work, count(*) as parts from t group by work
    `.execute(again)
    await again.destroy()
    const stored = new Map(rows.map(({ work, parts }) => [work, parts]))
    expect(kept.filter((work) => !stored.has(work))).toEqual([])
    expect(rows.filter(({ parts }) => parts !== ROWS)).toEqual([])
    expect(rows.filter(({ work }) => work.startsWith('undone'))).toEqual([])
    expect(kept.length).toBeGreaterThan(KILLS * WORKS_BEFORE)
  },
)

/** Gives the works that were said to be kept. */
async function writeUntilKilled(kill: number): Promise<readonly string[]> {
  const module = fileURLToPath(new URL('../../src/platform/database/open-sqlite.ts', import.meta.url))
  const script = `
    import { writeSync } from 'node:fs'
    const { openSqlite } = await import(${JSON.stringify(module)})
    const { sql } = await import('kysely')
    const db = await openSqlite(${JSON.stringify(parent)})
    const write = (work, fails) => db.transaction().execute(async (trx) => {
      for (let part = 0; part < ${ROWS}; part += 1)
        await sql\`insert into t values (\${work}, \${part})\`.execute(trx)
      if (fails) throw new Error('changed my mind')
    })
    const writer = async (name) => {
      for (let count = 0; ; count += 1) {
        await write(\`undone-\${name}-\${count}\`, true).catch(() => undefined)
        await write(\`\${name}-\${count}\`, false)
        writeSync(1, \`\${name}-\${count}\\n\`)
      }
    }
    for (let index = 0; index < ${WRITERS}; index += 1) writer(\`${kill}-\${index}\`)`
  const options = ['--conditions=@sluice/source', '--input-type=module', '--eval', script]
  const child = spawn(process.execPath, options, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const kept: string[] = []
  for await (const line of createInterface(child.stdout)) {
    kept.push(line)
    if (kept.length === WORKS_BEFORE + kill) child.kill('SIGKILL')
  }
  await gone
  return kept
}
