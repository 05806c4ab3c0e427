import { type Compilable, Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'

import { createSystemRandom, systemTimers } from '../system.ts'
import { addToCommit } from './add-to-commit.ts'
import type { Connection } from './connection.ts'
import { PipeliningPostgresDialect } from './postgres-dialect.ts'
import { createTransact } from './transact.ts'

/** A server that records what it receives, and fails on command. */
function open(faultOf: (texts: readonly string[]) => Error | null = () => null) {
  const sent: string[] = []
  const pool = { isAway: false, lent: 0 }
  const db = new Kysely<unknown>({
    dialect: new PipeliningPostgresDialect({
      connect: async () => {
        if (pool.isAway) throw new Error('away')
        pool.lent += 1
        return {
          run: async (asked) => {
            const texts = asked.map(({ text }) => text)
            sent.push(texts.join(' '))
            const fault = faultOf(texts)
            if (fault) throw fault
            return texts.map((text) => ({ command: text.toUpperCase(), count: 1, rows: [] }))
          },
          runText: async (text) => {
            sent.push(text)
            return undefined
          },
          release: () => void (pool.lent -= 1),
        }
      },
      end: async () => undefined,
    }),
  })
  return { db, sent, pool }
}

const write = (trx: Connection, text: string): Promise<void> => {
  const query: Compilable = { compile: () => sql.raw(text).compile(trx) }
  return addToCommit(trx, query)
}

it.each(['55P03', '40P01'])(
  'repeats a list that failed with %s alone, so that others do not wait with it',
  async (code) => {
    let isLocked = true
    const { db, sent } = open((texts) =>
      isLocked && texts.includes('locked') ? Object.assign(new Error('locked'), { code }) : null,
    )
    const others: Promise<unknown>[] = []
    const pay = (text: string): Promise<unknown> => db.transaction().execute((trx) => write(trx, text))
    const transact = createTransact({
      db,
      random: createSystemRandom({ now: Date.now }),
      timers: {
        ...systemTimers,
        sleep: async () => {
          isLocked = false
          others.push(pay('other'))
        },
      },
    })
    await transact((trx) => write(trx, 'locked'))
    await Promise.all(others)
    expect(sent).toEqual(['locked', 'locked', 'other'])
  },
)

const read = (trx: Connection, text: string): Promise<unknown> =>
  trx.getExecutor().executeQuery(sql.raw(text).compile(trx))

const ask = (trx: Connection, text: string): Promise<unknown> =>
  trx.getExecutor().executeQuery(sql`${sql.raw(text)} ${1}`.compile(trx))

it.each([
  ['with a value', ask],
  ['as a text', read],
])('sends nothing of a transaction %s whose beginning was not sent', async (_, say) => {
  const { db, sent, pool } = open()
  pool.isAway = true
  const working = db.transaction().execute(async (trx) => {
    await say(trx, 'first').catch(() => undefined)
    pool.isAway = false
    await say(trx, 'second').catch(() => undefined)
    await write(trx, 'third')
  })
  await expect(working).rejects.toThrow('away')
  expect([sent, pool.lent]).toEqual([[], 0])
})

it('sends nothing behind a statement that failed, and undoes the transaction', async () => {
  const { db, sent, pool } = open((texts) =>
    texts.some((text) => text.startsWith('bad')) ? new Error('bad') : null,
  )
  const working = db.transaction().execute(async (trx) => {
    await ask(trx, 'good')
    await ask(trx, 'bad').catch(() => undefined)
    await ask(trx, 'next')
  })
  await expect(working).rejects.toThrow('bad')
  expect([sent, pool.lent]).toEqual([['begin good $1', 'bad $1', 'rollback'], 0])
})
