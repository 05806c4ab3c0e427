import { CompiledQuery, type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import type { TablesUnderTest } from '../../test/sample-tables.ts'
import { openFaultyLine } from '../../test/faulty-line.ts'
import { createBarrier } from '../../test/barrier.ts'
import { SILENCE } from '../../test/toxics.ts'
import { createSystemRandom, systemTimers } from '../system.ts'
import { addToCommit } from './add-to-commit.ts'
import { afterCommit } from './after-commit.ts'
import { type Connection, withTables } from './connection.ts'
import { isDatabaseOutage, isTransactionConflict, isUniqueViolation } from './database-errors.ts'
import type { OpenDatabase } from './open-database.ts'
import { openPostgres } from './open-postgres.ts'
import { refuseUnless } from './refuse-unless.ts'
import { createTransact, type Transact } from './transact.ts'

class Taken extends Error {}

const insert = (trx: Connection, origin: string) =>
  withTables<TablesUnderTest>(trx).insertInto('sample_origins').values({ client_key: 'ck', origin })

const insertSlowly = (trx: Connection, origin: string) =>
  withTables<TablesUnderTest>(trx)
    .insertInto('sample_origins')
    .values({ client_key: 'ck', origin: sql`(select ${origin}::text from pg_sleep(0.001))` })

/** Creates the table without the keys of the real one. */
const makeTable = (db: Kysely<TablesUnderTest>) =>
  db.schema
    .createTable('sample_origins')
    .addColumn('client_key', 'text')
    .addColumn('origin', 'text')
    .execute()

const claim = (trx: Connection, origin: string) =>
  addToCommit(
    trx,
    insert(trx, origin).onConflict((conflict) => conflict.doNothing()),
    { rows: 1, otherwise: () => new Taken() },
  )

function transactOn({ db }: Pick<OpenDatabase<TablesUnderTest>, 'db'>): Transact<TablesUnderTest> {
  return createTransact({ db, random: createSystemRandom({ now: Date.now }), timers: systemTimers })
}

async function list({ db }: Pick<OpenDatabase<TablesUnderTest>, 'db'>): Promise<readonly string[]> {
  const rows = await db.selectFrom('sample_origins').select('origin').orderBy('origin').execute()
  return rows.map(({ origin }) => origin)
}

describeOnBothDatabases<TablesUnderTest>(
  'writes that are added to a commit',
  (open, { dialect, makeLocation }) => {
    it('are executed in order, before reads and before the commit', async () => {
      const database = await open()
      await transactOn(database)(async (trx) => {
        await addToCommit(trx, insert(trx, 'a'))
        await addToCommit(trx, trx.deleteFrom('sample_origins'))
        await addToCommit(trx, insert(trx, 'b'))
        expect(await list({ db: trx })).toEqual(['b'])
        await addToCommit(trx, insert(trx, 'a'))
        expect(await list(database)).toEqual([])
      })
      expect(await list(database)).toEqual(['a', 'b'])
    })

    it('fail the commit when they affect an unexpected number of rows', async () => {
      const database = await open()
      const transact = transactOn(database)
      await transact((trx) => claim(trx, 'taken'))
      const told: string[] = []
      const failing = transact(async (trx) => {
        await addToCommit(trx, insert(trx, 'before'))
        await claim(trx, 'taken')
        await addToCommit(trx, insert(trx, 'behind'))
        afterCommit(trx, () => told.push('committed'))
      })
      await expect(failing).rejects.toThrow(Taken)
      expect([await list(database), told]).toEqual([['taken'], []])
      // The connection is as good as before.
      await transact((trx) => claim(trx, 'free'))
      expect(await list(database)).toEqual(['free', 'taken'])
    })

    it('fail the next awaited query, too', async () => {
      const database = await open()
      const transact = transactOn(database)
      await transact((trx) => claim(trx, 'taken'))
      let read: unknown = null
      const failing = transact(async (trx) => {
        await claim(trx, 'taken')
        read = await list({ db: trx })
      })
      await expect(failing).rejects.toThrow(Taken)
      expect(read).toBeNull()
    })

    it('are all undone when one in the middle is refused', async () => {
      const database = await open()
      const failing = transactOn(database)(async (trx) => {
        for (const origin of ['a', 'b', 'a', 'c']) await addToCommit(trx, insert(trx, origin))
      })
      await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'sample_origins'))
      expect(await list(database)).toEqual([])
    })

    it('are discarded with work that throws', async () => {
      const database = await open()
      const failing = transactOn(database)(async (trx) => {
        await addToCommit(trx, insert(trx, 'a'))
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      expect(await list(database)).toEqual([])
    })

    it.each(['committed', 'undone'])('are refused once the transaction is %s', async (end) => {
      const database = await open()
      let late: () => Promise<void> = () => Promise.reject(new Error('never ran'))
      const working = transactOn(database)(async (trx) => {
        await addToCommit(trx, insert(trx, 'a'))
        late = () => addToCommit(trx, insert(database.db, 'late'))
        if (end === 'undone') throw new Error('changed my mind')
      })
      await working.catch(() => undefined)
      await expect(late()).rejects.toThrow('the transaction has ended')
      expect(await list(database)).toEqual(end === 'committed' ? ['a'] : [])
    })

    it('report the number of affected rows before callbacks that wait for the commit', async () => {
      const database = await open()
      const told: (string | number)[] = []
      await transactOn(database)(async (trx) => {
        await addToCommit(trx, insert(trx, 'a'), { onRows: (rows) => told.push(rows) })
        await addToCommit(trx, trx.deleteFrom('sample_origins').where('origin', '=', 'b'), {
          onRows(rows) {
            told.push(rows)
            afterCommit(trx, () => told.push('committed'))
          },
        })
      })
      expect(told).toEqual([1, 0, 'committed'])
    })

    it('are executed at once outside a transaction', async () => {
      const database = await open()
      await addToCommit(database.db, insert(database.db, 'a'))
      expect(await list(database)).toEqual(['a'])
    })

    it('are repeated with their work after a conflict with another transaction', async () => {
      const database = await open()
      let runs = 0
      await transactOn(database)(async (trx) => {
        runs += 1
        await addToCommit(trx, insert(trx, `run ${runs}`))
        if (runs === 1) throw Object.assign(new Error('serialization failure'), { code: '40001' })
      })
      expect(await list(database)).toEqual(['run 2'])
    })

    it('share commits with concurrent ones, and fail alone', async () => {
      const database = await open()
      const transact = transactOn(database)
      await transact((trx) => claim(trx, 'taken'))
      const origins = Array.from({ length: 24 }, (_, at) => (at % 8 === 3 ? 'taken' : `free ${at}`))
      const ended = await Promise.allSettled(
        origins.map((origin, at) =>
          transact(async (trx) => {
            await addToCommit(trx, insert(trx, `before ${at}`))
            await claim(trx, origin)
          }),
        ),
      )
      const refused = ended.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))
      expect(refused).toEqual([3, 11, 19])
      const free = origins.filter((origin) => origin !== 'taken')
      const before = origins.flatMap((origin, at) => (origin === 'taken' ? [] : [`before ${at}`]))
      expect(await list(database)).toEqual([...before, ...free, 'taken'].toSorted())
    })

    if (dialect === 'postgres') {
      it('put concurrent transactions in one commit', async () => {
        const database = await open()
        const transact = transactOn(database)
        await Promise.all(Array.from({ length: 16 }, (_, at) => transact((trx) => claim(trx, `${at}`))))
        const { rows } = await sql<{ commits: number }>`
        select count(distinct xmin::text)::int as commits from sample_origins`.execute(database.db)
        expect(rows).toEqual([{ commits: 1 }])
      })

      it('fail with the division error when they divide by zero, not with the error for unexpected rows', async () => {
        const database = await open()
        const failing = transactOn(database)(async (trx) => {
          const origin = sql<string>`cast(1 / (select count(*) from sample_origins) as text)`
          const divides = trx.insertInto('sample_origins').values({ client_key: 'ck', origin })
          await addToCommit(trx, divides, { rows: 1, otherwise: () => new Taken() })
        })
        await expect(failing).rejects.toMatchObject({ code: '22012' })
      })

      it('fail with the passed error when their condition is false, also for a read-only role', async () => {
        const { db } = await open()
        const assertThat = (condition: string) => ({
          compile: () => CompiledQuery.raw(refuseUnless(condition, 'changed')),
        })
        const transact = transactOn({ db })
        const raises = () => new Taken()
        await transact((trx) => addToCommit(trx, assertThat('true'), { raises }))
        for (const condition of ['false', 'null'])
          await expect(
            transact((trx) => addToCommit(trx, assertThat(condition), { raises })),
          ).rejects.toThrow(Taken)
        await db.connection().execute(async (session) => {
          await sql`set session characteristics as transaction read only`.execute(session)
          await sql`set role pg_read_all_data`.execute(session)
          const reading = sql.raw(refuseUnless('false', 'changed')).execute(session)
          await expect(reading).rejects.toMatchObject({ code: 'SL001', message: 'changed' })
          await sql`reset role`.execute(session)
          await sql`set session characteristics as transaction read write`.execute(session)
        })
      })

      it('survive a deadlock that the commit meets', async () => {
        const database = await open()
        const transact = transactOn(database)
        for (const origin of ['a', 'b']) await database.db.transaction().execute((trx) => claim(trx, origin))
        let runs = 0
        const barrier = createBarrier(2)
        const touch = (first: string, second: string) =>
          transact(async (trx) => {
            runs += 1
            const remove = (origin: string) => trx.deleteFrom('sample_origins').where('origin', '=', origin)
            await remove(first).execute()
            await barrier()
            await addToCommit(trx, remove(second))
          })
        await Promise.all([touch('a', 'b'), touch('b', 'a')])
        // The second try may lock its row before the other commit wakes, and then causes a deadlock again.
        expect(runs).toBeGreaterThan(2)
        expect(await list(database)).toEqual([])
      })

      it('are all stored or none, at whichever moment the server cancels', async () => {
        const location = await makeLocation()
        if (!('databaseUrl' in location)) throw new Error('a server is needed')
        const { db } = openPostgres<TablesUnderTest>(location.databaseUrl, {
          maxConnections: 1,
          statementTimeoutMs: 3_000,
        })
        onTestFinished(() => db.destroy())
        await makeTable(db)
        const canceler = new Client({ connectionString: location.databaseUrl })
        await canceler.connect()
        onTestFinished(() => canceler.end())
        const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
        where application_name = 'sluice-gateway' and datname = current_database()`

        const outcomes: string[] = []
        for (let round = 0; round < 150; round += 1) {
          const working = db
            .transaction()
            .execute(async (trx) => {
              for (let part = 0; part < 4; part += 1) await addToCommit(trx, insertSlowly(trx, `${round}`))
            })
            .then(() => 'committed')
            .catch((error: unknown) => {
              if (!isDatabaseOutage(error) || isTransactionConflict(error)) throw error
              return 'canceled'
            })
          await Promise.all([working.then((outcome) => outcomes.push(outcome)), canceler.query(cancel)])
        }
        const rows = await db
          .selectFrom('sample_origins')
          .select(['origin', (eb) => eb.fn.countAll<number>().as('count')])
          .groupBy('origin')
          .execute()
        expect(rows.filter(({ count }) => count !== 4)).toEqual([])
        expect(new Set(outcomes)).toEqual(new Set(['canceled', 'committed']))
        expect(rows).toHaveLength(outcomes.filter((outcome) => outcome === 'committed').length)
      })

      it('are not repeated when the answer to the commit is lost, because they may be stored', async () => {
        const location = await makeLocation()
        if (!('databaseUrl' in location)) throw new Error('a server is needed')
        const line = await openFaultyLine(location.databaseUrl)
        onTestFinished(() => line.close())
        const limits = { maxConnections: 1, statementTimeoutMs: 100 }
        const { db } = openPostgres<TablesUnderTest>(line.through(location.databaseUrl), limits)
        onTestFinished(() => db.destroy())
        await makeTable(db)
        let runs = 0
        const working = transactOn({ db })(async (trx) => {
          runs += 1
          await addToCommit(trx, insert(trx, 'a'))
          line.break({ down: SILENCE })
        })
        await expect(working).rejects.toSatisfy(isDatabaseOutage)
        expect(runs).toBe(1)
        await line.mend()
        expect(await list({ db })).toEqual(['a'])
      })
    }
  },
)
