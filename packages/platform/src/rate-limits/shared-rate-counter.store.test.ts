import { expect, it } from 'vitest'

import { createManualClock } from '../../test/manual-clock.ts'
import { describeOnBothDatabases, type OpenFresh } from '../../test/databases.ts'
import type { TablesUnderTest } from '../../test/sample-tables.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { createRateCounter, type RateCounter } from './rate-counter.ts'
import { RATE_POLICIES } from './rate-policies.ts'
import { createSharedRateCounter } from './shared-rate-counter.store.ts'

const USER = ['m1', 'shop']

/** Returns the counters of one database: several processes on PostgreSQL, one on SQLite. */
function countersOf(
  { db, dialect }: OpenDatabase<TablesUnderTest>,
  failures: unknown[] = [],
): readonly RateCounter[] {
  const clock = createManualClock()
  const fallback = createRateCounter(clock)
  if (dialect === 'sqlite') return [fallback]
  return Array.from({ length: 4 }, () =>
    createSharedRateCounter({ db, clock, fallback, onFailure: (error) => failures.push(error) }),
  )
}

async function drawAll(counters: readonly RateCounter[], uses: number, user = USER): Promise<number> {
  const counts = await Promise.all(
    Array.from({ length: uses }, async (_, index) =>
      counters[index % counters.length]?.count('report', user),
    ),
  )
  return counts.filter((count) => count?.waitSeconds === null).length
}

describeOnBothDatabases('a rate counter', (open: OpenFresh) => {
  it('allows a burst once, at whichever process', async () => {
    // One use a second is restored, so a slow machine allows a few more; forty would be each process's own burst.
    const startMs = Date.now()
    const allowed = await drawAll(countersOf(await open()), 80)
    const seconds = (Date.now() - startMs) / 1_000
    expect(allowed).toBeGreaterThanOrEqual(10)
    expect(allowed).toBeLessThanOrEqual(10 + Math.ceil(seconds))
  })

  it('counts users separately', async () => {
    const counters = countersOf(await open())
    await drawAll(counters, 20)
    expect(await drawAll(counters, 10, ['m1', 'jobs'])).toBe(10)
  })

  it('returns how many are left, and how long to wait', async () => {
    const [counter] = countersOf(await open())
    expect(await counter?.count('api', USER)).toEqual({
      policy: RATE_POLICIES.api,
      waitSeconds: null,
      remaining: 99,
      resetSeconds: 1,
    })
    await drawAll(counter ? [counter] : [], 12)
    expect((await counter?.count('report', USER))?.waitSeconds).toBe(1)
  })

  it('applies a user’s own policy', async () => {
    const [counter] = countersOf(await open())
    const own = { name: 'api', perSecond: 1, burst: 2 }
    if (!counter) throw new Error('no counter')
    const drawn = await Promise.all([1, 2, 3].map(() => counter.count('api', USER, own)))
    expect(drawn.map(({ waitSeconds }) => waitSeconds).toSorted()).toEqual([1, null, null])
    expect(drawn[0]?.policy).toEqual(own)
  })

  it('deletes buckets that are full again, and keeps the others', async () => {
    const database = await open()
    if (database.dialect === 'sqlite') return
    const [counter] = countersOf(database)
    const shared = createSharedRateCounter({
      db: database.db,
      clock: createManualClock(),
      fallback: createRateCounter(createManualClock()),
      onFailure: (error) => {
        throw error
      },
    })
    await counter?.count('api', USER)
    await drawAll(counter ? [counter] : [], 10)
    await database.db.updateTable('rate_buckets').set({ full_at: 0 }).execute()
    await counter?.count('status', ['m1', 't1'])
    expect(await shared.deleteFull()).toBe(2)
    expect(await shared.deleteFull()).toBe(0)
  })

  it('continues to count in the process while the database is down, and logs it', async () => {
    const database = await open()
    if (database.dialect === 'sqlite') return
    const failures: unknown[] = []
    const counters = countersOf(database, failures)
    await database.db.schema.dropTable('rate_buckets').execute()
    expect(await drawAll(counters, 40)).toBe(10)
    expect(failures).toHaveLength(40)
  })
})
