import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import type { TablesUnderTest } from '../../test/sample-tables.ts'
import { createBarrier } from '../../test/barrier.ts'
import type { Random } from '../kernel/random.ts'
import type { Timers } from '../kernel/timers.ts'
import { afterCommit } from './after-commit.ts'
import {
  isDatabaseOutage,
  isTransactionConflict,
  isUniqueViolation,
  WrongAssumptionError,
} from './database-errors.ts'
import type { OpenDatabase } from './open-database.ts'
import { createTransact } from './transact.ts'

const random: Random = { bytes: (length) => new Uint8Array(length).fill(255), uuid: () => 'unused' }

function prepare({ db }: OpenDatabase<TablesUnderTest>) {
  const waitsMs: number[] = []
  const timers: Timers = { sleep: async (ms) => void waitsMs.push(ms) }
  return { transact: createTransact({ db, random, timers }), waitsMs }
}

function origin(name: string) {
  return { client_key: 'ck', origin: name }
}

class Conflict extends Error {
  readonly code = '40001'
}

describeOnBothDatabases('createTransact', (open, { dialect }) => {
  it('commits all of the work, or nothing when it throws', async () => {
    const database = await open()
    const { transact } = prepare(database)
    const insert = (name: string, fail: boolean) =>
      transact(async (trx) => {
        await trx.insertInto('sample_origins').values(origin(name)).execute()
        if (fail) throw new Error('changed my mind')
      })
    await insert('https://a.example', false)
    await expect(insert('https://b.example', true)).rejects.toThrow('changed my mind')
    const rows = await database.db.selectFrom('sample_origins').select('origin').execute()
    expect(rows).toEqual([{ origin: 'https://a.example' }])
  })

  it('runs commit hooks once after a commit, and never after a rollback', async () => {
    const database = await open()
    const { transact } = prepare(database)
    const told: string[] = []
    let runs = 0
    await transact(async (trx) => {
      runs += 1
      afterCommit(trx, () => told.push(`run ${runs}`))
      if (runs === 1) throw new Conflict()
      expect(told).toEqual([])
    })
    expect(told).toEqual(['run 2'])
    const failing = transact(async (trx) => {
      afterCommit(trx, () => told.push('never'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(told).toEqual(['run 2'])
  })

  it('succeeds once it is committed, even if a hook after the commit fails', async () => {
    const { transact, waitsMs } = prepare(await open())
    const told: string[] = []
    let runs = 0
    const committing = transact(async (trx) => {
      runs += 1
      afterCommit(trx, () => {
        throw new Conflict()
      })
      afterCommit(trx, () => told.push('all the same'))
      return 'committed'
    })
    expect(await committing).toBe('committed')
    expect([runs, waitsMs, told]).toEqual([1, [], ['all the same']])
  })

  it('retries conflicts three times with growing waits, and then fails', async () => {
    const { transact, waitsMs } = prepare(await open())
    let runs = 0
    const working = transact(async () => {
      runs += 1
      throw new Conflict()
    })
    await expect(working).rejects.toThrow(Conflict)
    expect(runs).toBe(4)
    expect(waitsMs).toEqual([20, 40, 80])
  })

  it('runs work again at once when its assumption does not hold', async () => {
    const { transact, waitsMs } = prepare(await open())
    let runs = 0
    const working = transact(async () => {
      runs += 1
      if (runs === 1) throw new WrongAssumptionError('the payment breaks a rule')
      return runs
    })
    expect([await working, waitsMs]).toEqual([2, []])
  })

  it('starts the work from the beginning after a conflict', async () => {
    const database = await open()
    const { transact } = prepare(database)
    let runs = 0
    await transact(async (trx) => {
      runs += 1
      await trx
        .insertInto('sample_origins')
        .values(origin(`https://${runs}.example`))
        .execute()
      if (runs === 1) throw new Conflict()
    })
    const rows = await database.db.selectFrom('sample_origins').select('origin').execute()
    expect(rows).toEqual([{ origin: 'https://2.example' }])
  })

  it('does not repeat work that failed for any other reason', async () => {
    const { transact, waitsMs } = prepare(await open())
    let runs = 0
    const working = transact(async (trx) => {
      runs += 1
      await trx
        .insertInto('sample_origins')
        .values([origin('x'), origin('x')])
        .execute()
    })
    await expect(working).rejects.toSatisfy((error) => isUniqueViolation(error, 'sample_origins'))
    await expect(working).rejects.not.toSatisfy((error) => isUniqueViolation(error, 'client_keys'))
    expect(runs).toBe(1)
    expect(waitsMs).toEqual([])
  })

  it('loses no increment when many read before they write', async () => {
    const database = await open()
    const { transact } = prepare(database)
    await database.db.insertInto('sample_counts').values(counter(0)).execute()
    const increment = () =>
      transact(async (trx) => {
        // The row is locked first, as in the stores: with a read alone, two could see the same count.
        await trx.updateTable('sample_counts').set({ touched_at: null }).execute()
        const { count } = await trx.selectFrom('sample_counts').select('count').executeTakeFirstOrThrow()
        await trx
          .updateTable('sample_counts')
          .set({ count: count + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, increment))
    const rows = await database.db.selectFrom('sample_counts').select('count').execute()
    expect(rows).toEqual([{ count: 20 }])
  })

  if (dialect === 'postgres') {
    it('continues without statement names when the server has dropped them, as behind a pooler', async () => {
      const database = await open()
      const { transact, waitsMs } = prepare(database)
      const write = (name: string, forget: boolean) =>
        transact(async (trx) => {
          if (forget && waitsMs.length === 0) await sql`deallocate all`.execute(trx)
          await trx.insertInto('sample_origins').values(origin(name)).execute()
        })
      for (const name of ['https://1.example', 'https://2.example', 'https://3.example'])
        await write(name, false)
      await write('https://4.example', true)
      expect(waitsMs).toEqual([20])
      await write('https://5.example', true)
      const { rows } = await sql`select name from pg_prepared_statements`.execute(database.db)
      expect(rows).toEqual([])
      const origins = await database.db.selectFrom('sample_origins').select('origin').execute()
      expect(origins).toHaveLength(5)
    })

    it('survives a deadlock of two transactions', async () => {
      const database = await open()
      const { transact } = prepare(database)
      for (const id of ['a', 'b'])
        await database.db.insertInto('sample_counts').values(counter(0, id)).execute()
      const touch = (first: string, second: string, barrier: () => Promise<void>) =>
        transact(async (trx) => {
          for (const id of [first, second]) {
            await trx
              .updateTable('sample_counts')
              .set((row) => ({ count: row('count', '+', 1) }))
              .where('id', '=', id)
              .execute()
            await barrier()
          }
        })
      const barrier = createBarrier(2)
      await Promise.all([touch('a', 'b', barrier), touch('b', 'a', barrier)])
      const rows = await database.db.selectFrom('sample_counts').select('count').execute()
      expect(rows).toEqual([{ count: 2 }, { count: 2 }])
    })

    it('treats a lock that does not come, and a statement that takes too long, as an outage', async () => {
      const { db } = await open()
      const slow: unknown = await sql`set local statement_timeout = 1; select pg_sleep(10)`
        .execute(db)
        .catch((error: unknown) => error)
      expect(isDatabaseOutage(slow)).toBe(true)
      expect(isTransactionConflict(slow)).toBe(false)
    })
  }
})

function counter(count: number, id = 'f') {
  return { id, count, touched_at: null }
}
