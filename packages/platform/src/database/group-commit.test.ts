import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { DatabaseBusyError, LostFlushError } from './database-errors.ts'
import { Flushes } from './flushes.ts'
import { GroupCommit } from './group-commit.ts'

interface PromiseWithEnd {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

let directory: string
let database: BetterSqlite3.Database
/** Another connection, which reads only committed data. */
let reader: BetterSqlite3.Database
let commits: number
let failCommit: Error | null
/** Ends the current flush; null ends each at once. */
let endFlush: PromiseWithEnd[] | null
let group: GroupCommit
let failures: Error[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-test-'))
  database = new BetterSqlite3(join(directory, 'x.db'))
  database.exec(
    'pragma journal_mode = wal; create table t (x unique); create table r (x unique on conflict rollback)',
  )
  reader = new BetterSqlite3(join(directory, 'x.db'), { readonly: true })
  commits = 0
  failCommit = null
  endFlush = null
  failures = []
  const connection = {
    get inTransaction() {
      return database.inTransaction
    },
    run: (statement: string) => {
      if (statement === 'commit') {
        if (failCommit) throw failCommit
        commits += 1
      }
      database.exec(statement)
    },
  }
  const flush = () =>
    new Promise<void>((resolve, reject) => (endFlush ? endFlush.push({ resolve, reject }) : resolve()))
  group = new GroupCommit(connection, new Flushes({ flush, onFailure: (failure) => failures.push(failure) }))
})

afterEach(() => {
  reader.close()
  database.close()
  rmSync(directory, { recursive: true, force: true })
})

const committed = () => reader.prepare('select x from t order by x').pluck().all()

/** A work as the driver runs it; others may come between its statements. */
async function write(
  values: readonly unknown[],
  { table = 't', fails = false }: { readonly table?: string; readonly fails?: boolean } = {},
): Promise<unknown> {
  const work = await group.begin()
  try {
    for (const value of values) {
      work.run(() => database.prepare(`insert into ${table} values (?)`).run(value))
      await Promise.resolve()
    }
    if (fails) throw new Error('changed my mind')
  } catch (error) {
    await work.rollBack()
    throw error
  }
  await work.commit()
  return committed()
}

describe('GroupCommit', () => {
  it('lets concurrent works share one commit, and ends each of them after it', async () => {
    const seen = await Promise.all([write([1]), write([2, 3]), write([4])])
    expect(commits).toBe(1)
    expect(seen).toEqual([1, 2, 3].map(() => [1, 2, 3, 4]))
  })

  it('accepts works that arrive before the event loop has turned', async () => {
    const first = write([1])
    const second = new Promise((resolve) => process.nextTick(() => resolve(write([2]))))
    await Promise.all([first, second])
    expect(commits).toBe(1)
  })

  it('waits while others join, and does not wait when it is alone', async () => {
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    let joined = 0
    const join = async () => {
      const work = await group.begin()
      work.run(() => database.prepare('insert into t values (?)').run((joined += 1)))
      void work.commit()
    }
    await join()
    await join()
    for (let more = 0; more < 5; more += 1) {
      await turn()
      expect(commits).toBe(0)
      await join()
    }
    await turn()
    await turn()
    expect([commits, joined]).toEqual([1, 7])
    await join()
    await turn()
    expect(commits).toBe(2)
  })

  it('undoes one that fails and keeps the others', async () => {
    const ends = await Promise.allSettled([
      write([1], { fails: true }),
      write([2]),
      write([3], { fails: true }),
      write([4]),
    ])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(committed()).toEqual([2, 4])
  })

  it('reports a rolled-back transaction only when the data that it read is durable', async () => {
    failCommit = new Error('disk I/O error')
    const first = write([1])
    await expect(write([1])).rejects.toThrow('disk I/O error')
    await expect(first).rejects.toThrow('disk I/O error')
    failCommit = null
    const again = write([1])
    await expect(write([1])).rejects.toThrow('UNIQUE constraint failed')
    expect(committed()).toEqual([1])
    await again
  })

  it('rejects all when the commit fails, and stores nothing of them', async () => {
    failCommit = new Error('disk I/O error')
    const ends = await Promise.allSettled([write([1]), write([2]), write([3])])
    expect(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'kept'))).toEqual(
      ends.map(() => 'Error: disk I/O error'),
    )
    expect(database.inTransaction).toBe(false)
    failCommit = null
    await write([4])
    expect(committed()).toEqual([4])
  })

  it('rejects all when SQLite ends the transaction, and executes nothing after that in it', async () => {
    const first = write([1])
    const ending = group.begin().then(async (work) => {
      const insert = () => work.run(() => database.prepare('insert into r values (1)').run())
      insert()
      expect(insert).toThrow('UNIQUE constraint failed')
      expect(database.inTransaction).toBe(false)
      // It would be a commit of its own.
      expect(insert).toThrow('UNIQUE constraint failed')
      await work.rollBack()
    })
    const ends = await Promise.allSettled([first, ending, write([2])])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(committed()).toEqual([2])
    expect(reader.prepare('select count(*) from r').pluck().get()).toBe(0)
  })

  it('passes the connection on when a transaction cannot begin', async () => {
    const shell = new BetterSqlite3(join(directory, 'x.db'))
    shell.exec('begin immediate')
    database.pragma('busy_timeout = 0')
    await expect(write([1])).rejects.toThrow('locked')
    shell.close()
    await write([2])
    expect(committed()).toEqual([2])
  })

  it('does not let the first wait for more than 64', async () => {
    await Promise.all(Array.from({ length: 130 }, (_, value) => write([value])))
    expect(commits).toBe(3)
    expect(committed()).toHaveLength(130)
  })

  it('commits open work before another task takes the connection exclusively', async () => {
    const writing = write([1])
    const giveBack = await group.takeAlone()
    expect([database.inTransaction, commits]).toEqual([false, 1])
    const waiting = write([2])
    await new Promise((resolve) => setImmediate(resolve))
    expect(committed()).toEqual([1])
    giveBack()
    await Promise.all([writing, waiting])
    expect(committed()).toEqual([1, 2])
  })

  describe('while the disk flushes a commit', () => {
    /** Waits until all work that needs no flush has been done. */
    const settle = async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
    const note = (ended: string[], name: string, end: Promise<unknown>) =>
      end.then(
        () => void ended.push(name),
        (error: unknown) => void ended.push(`${name}: ${String(error)}`),
      )

    it('reports no result, and collects others for the next flush', async () => {
      endFlush = []
      const ended: string[] = []
      const ends = [note(ended, 'first', write([1]))]
      await settle()
      ends.push(note(ended, 'second', write([2])))
      await settle()
      ends.push(note(ended, 'third', write([3])))
      await settle()
      expect([ended, commits, endFlush.length]).toEqual([[], 1, 1])
      endFlush[0]?.resolve()
      await settle()
      expect([ended, commits, endFlush.length]).toEqual([['first'], 2, 2])
      endFlush[1]?.resolve()
      await Promise.all(ends)
      expect(ended).toEqual(['first', 'second', 'third'])
    })

    it('does not report a rolled-back transaction either: it may have read data that is not durable', async () => {
      endFlush = []
      const ended: string[] = []
      const first = note(ended, 'first', write([1]))
      await settle()
      const undone = note(ended, 'undone', write([1]))
      await settle()
      expect(ended).toEqual([])
      endFlush[0]?.resolve()
      await Promise.all([first, undone])
      expect(ended.toSorted()).toEqual(['first', 'undone: SqliteError: UNIQUE constraint failed: t.x'])
    })

    it('ends a relaxed work with its commit, without a flush', async () => {
      endFlush = []
      const work = await group.begin()
      work.run(() => database.exec('insert into t values (1)'))
      await work.commit(true)
      expect([committed(), endFlush.length]).toEqual([[1], 0])
      const lasting = write([2])
      await settle()
      const relaxed = await group.begin()
      relaxed.run(() => database.exec('insert into t values (3)'))
      await relaxed.commit(true)
      expect([committed(), endFlush.length]).toEqual([[1, 2, 3], 1])
      endFlush[0]?.resolve()
      await lasting
    })

    it('rejects all waiting works when a flush fails, and accepts none after that', async () => {
      endFlush = []
      const ended: string[] = []
      const first = note(ended, 'first', write([1]))
      await settle()
      const second = note(ended, 'second', write([2]))
      await settle()
      endFlush[0]?.reject(new Error('EIO'))
      await Promise.all([first, second])
      const lost = 'LostFlushError: the disk failed to store a commit; restart the gateway'
      expect(ended).toEqual([`first: ${lost}`, `second: ${lost}`])
      await expect(group.begin()).rejects.toThrow('the disk failed to store')
      expect(failures.map(String)).toEqual([lost])
      expect(endFlush).toHaveLength(1)
    })
  })

  describe('while a flush takes longer than five seconds', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      endFlush = []
    })
    afterEach(() => void vi.useRealTimers())

    const settle = async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
    const pass = async (ms: number) => {
      vi.advanceTimersByTime(ms)
      await settle()
    }
    const outcomeOf = (end: Promise<unknown>): { told: string } => {
      const outcome = { told: 'waits' }
      end.then(
        () => (outcome.told = 'kept'),
        (error: unknown) => (outcome.told = (error as Error).name),
      )
      return outcome
    }
    const [KEPT, WAITS, UNKNOWN, REFUSED] = ['kept', 'waits', 'SlowFlushError', 'DatabaseBusyError'].map(
      (told) => ({ told }),
    )

    it('reports waiting transactions as unknown, rolls back collected ones, and refuses others until it has ended', async () => {
      const first = outcomeOf(write([1]))
      await settle()
      const gathering = outcomeOf(write([2]))
      await pass(4_999)
      expect([first, gathering]).toEqual([WAITS, WAITS])
      await pass(1)
      const late = outcomeOf(write([3]))
      await settle()
      expect([first, gathering, late]).toEqual([UNKNOWN, REFUSED, REFUSED])
      endFlush?.shift()?.resolve()
      await settle()
      const again = outcomeOf(write([4]))
      await settle()
      endFlush?.shift()?.resolve()
      await settle()
      expect(again).toEqual(KEPT)
      // Refused transactions have left nothing; those with an unknown outcome turn out to be stored.
      expect(committed()).toEqual([1, 4])
    })

    it('also reports later transactions as unknown, and flushes them', async () => {
      const first = outcomeOf(write([0]))
      await settle()
      const many = Array.from({ length: 64 }, (_, value) => outcomeOf(write([value + 1])))
      await settle()
      expect(commits).toBe(2)
      const holding = await group.begin()
      await pass(5_000)
      expect([first, ...many]).toEqual(Array.from({ length: 65 }, () => UNKNOWN))
      expect(() => holding.run(() => database.exec('insert into t values (100)'))).toThrow(
        'a commit has been waiting for the disk for seconds',
      )
      await holding.rollBack()
      expect(endFlush).toHaveLength(1)
      endFlush?.shift()?.resolve()
      await settle()
      expect([committed().length, endFlush?.length]).toEqual([65, 1])
      const behind = outcomeOf(write([200]))
      await settle()
      expect(behind).toEqual(WAITS)
      endFlush?.shift()?.resolve()
      await settle()
      endFlush?.shift()?.resolve()
      await settle()
      expect(behind).toEqual(KEPT)
    })

    it('measures each flush separately', async () => {
      const ends = []
      for (const value of [1, 2, 3]) {
        ends.push(outcomeOf(write([value])))
        await settle()
        await pass(4_000)
        endFlush?.shift()?.resolve()
        await settle()
      }
      await pass(60_000)
      ends.push(outcomeOf(write([4])))
      await settle()
      await pass(5_000)
      expect(ends).toEqual([KEPT, KEPT, KEPT, UNKNOWN])
    })

    it('still reports its failure', async () => {
      const first = outcomeOf(write([1]))
      await settle()
      await pass(5_000)
      endFlush?.shift()?.reject(new Error('EIO'))
      await settle()
      expect(first).toEqual(UNKNOWN)
      await expect(write([2])).rejects.toThrow(LostFlushError)
      expect(failures).toHaveLength(1)
    })

    it('keeps what it confirmed, and nothing that it refused', async () => {
      const step = fc.constantFrom('write', 'write', 'write', 'fail', 'turn', 'slow', 'end')
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          database.exec('delete from t')
          const works: { readonly value: number; readonly outcome: { told: string } }[] = []
          const actions: Readonly<Record<string, () => unknown>> = {
            write: () => works.push({ value: works.length, outcome: outcomeOf(write([works.length])) }),
            fail: () => outcomeOf(write([], { fails: true })),
            turn: () => new Promise((resolve) => setImmediate(resolve)),
            slow: () => pass(5_000),
            end: () => endFlush?.shift()?.resolve(),
          }
          for (const name of steps) await actions[name]?.()
          await settle()
          while (endFlush?.length) {
            endFlush.shift()?.resolve()
            await settle()
          }
          const kept = new Set(committed())
          for (const { value, outcome } of works) {
            expect(outcome).not.toEqual(WAITS)
            if (outcome.told === 'kept') expect(kept).toContain(value)
            if (outcome.told === 'DatabaseBusyError') expect(kept).not.toContain(value)
          }
          expect(await outcomeOfNext()).toEqual(KEPT)
        }),
      )
    })

    /** Checks that it continues as before. */
    const outcomeOfNext = async () => {
      const next = outcomeOf(write([-1]))
      await settle()
      endFlush?.shift()?.resolve()
      await settle()
      return next
    }
  })

  it('lets 512 wait for the connection, and refuses more at once', async () => {
    const holding = await group.begin()
    const waiting = Array.from({ length: 512 }, (_, value) => write([value]))
    await expect(write([1_000])).rejects.toThrow(DatabaseBusyError)
    // Closing the database is not refused.
    const closing = group.takeAlone()
    await holding.rollBack()
    await Promise.all(waiting)
    ;(await closing)()
    expect(committed()).toHaveLength(512)
    await write([1_000])
  })

  it('keeps exactly the works that it confirmed', async () => {
    const plan = fc.array(
      fc.record({
        value: fc.integer({ min: 0, max: 12 }),
        fails: fc.boolean(),
        table: fc.constantFrom('t', 't', 't', 'r'),
        /** The time of its arrival: in the same turn of the event loop or a later one. */
        turn: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(plan, async (works) => {
        database.exec('delete from t; delete from r')
        const ends = await Promise.allSettled(
          works.map(async ({ value, turn, ...options }) => {
            for (let round = 0; round < turn; round += 1)
              await new Promise((resolve) => setImmediate(resolve))
            await write([value], options)
            return `${options.table}${value}`
          }),
        )
        const kept = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
        const rows = ['t', 'r'].flatMap((table) =>
          reader
            .prepare(`select x from ${table}`)
            .pluck()
            .all()
            .map((value) => `${table}${String(value)}`),
        )
        expect(rows.toSorted()).toEqual(kept.toSorted())
        expect(database.inTransaction).toBe(false)
      }),
    )
  })
})
