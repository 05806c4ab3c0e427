import { setImmediate } from 'node:timers/promises'
import type { Insertable, Kysely } from 'kysely'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import type { Database } from '../composition/tables.ts'
import { describeOnBothDatabases } from '../../test/databases.ts'
import { createSeededRandom } from '../../test/seeded-random.ts'
import { BEFORE_ALL, type EventFeed, type EventPlace } from './event-feed.ts'
import { createEventFeed } from './event-feed.store.ts'
import type { EventTable } from './webhooks.tables.ts'

const MERCHANT = 'merchant-1'

const row = (id: string, changes: Partial<Insertable<EventTable>> = {}): Insertable<EventTable> => ({
  merchant_id: MERCHANT,
  id,
  transaction_id: `tx-${id}`,
  type: 'transaction-svc:transaction:purchase:approved',
  payload: `{"of":"${id}"}`,
  created_at: 1,
  ...changes,
})

describeOnBothDatabases('the feed of events', (openFresh, { dialect }) => {
  let db: Kysely<Database>
  let feed: EventFeed
  beforeEach(async () => {
    db = (await openFresh()).db
    feed = createEventFeed(db, dialect)
  })

  const insert = (...rows: readonly Insertable<EventTable>[]) =>
    db.insertInto('events').values(rows).execute()
  const idsAfter = async (place: EventPlace, limit = 100) =>
    (await feed.listAfter(MERCHANT, place, limit)).map(({ id }) => id)

  it('gives a merchant’s events in the order of their commits, page by page', async () => {
    for (const id of ['msg_z', 'msg_a', 'msg_m']) await insert(row(id))
    await insert(row('msg_theirs', { merchant_id: 'merchant-2' }))
    // Other databases of the server may have open transactions, which hold back later commits.
    await expect.poll(() => idsAfter(BEFORE_ALL), { timeout: 60_000 }).toEqual(['msg_z', 'msg_a', 'msg_m'])
    const [first] = await feed.listAfter(MERCHANT, BEFORE_ALL, 1)
    expect(first).toMatchObject({ id: 'msg_z', payload: '{"of":"msg_z"}' })
    expect(await idsAfter(first?.place ?? BEFORE_ALL)).toEqual(['msg_a', 'msg_m'])
    expect(await feed.findPlace(MERCHANT, 'msg_z')).toEqual(first?.place)
    expect(await feed.findNewest(MERCHANT)).toMatchObject({ id: 'msg_m' })
  })

  it('has no place for an id of another merchant, and no events of saved cards or edited copies', async () => {
    await insert(row('msg_theirs', { merchant_id: 'merchant-2' }))
    await insert(row('msg_card', { type: 'tokenization-webhook:payment-method:tokenized' }))
    await insert(row('msg_copy', { transaction_id: 'msg_copy' }))
    expect(await feed.findPlace(MERCHANT, 'msg_theirs')).toBeNull()
    expect(await idsAfter(BEFORE_ALL)).toEqual([])
    expect(await feed.findNewest(MERCHANT)).toBeNull()
  })

  it.each([1, 2, 3])(
    'omits nothing and keeps the order while commits end in any order (seed %i)',
    async (seed) => {
      const random = createSeededRandom(seed)
      const pause = async () => {
        for (let turn = random.whole(12); turn > 0; turn -= 1) await setImmediate()
      }
      let open = 40
      const write = async (n: number) => {
        await pause()
        // The embedded database has one commit at a time, which waits for nothing.
        if (dialect === 'sqlite') await insert(row(`msg_${n}`))
        else
          await db.transaction().execute(async (trx) => {
            await trx
              .insertInto('events')
              .values(row(`msg_${n}`))
              .execute()
            await pause()
            if (n % 5 === 0)
              await trx
                .insertInto('events')
                .values(row(`msg_${n}b`))
                .execute()
          })
        open -= 1
      }
      const seen: string[] = []
      const read = async () => {
        let place = BEFORE_ALL
        for (;;) {
          // Known before the query: what settles after that comes with the next one.
          const isLast = open === 0 && (await isSettled())
          const events = await feed.listAfter(MERCHANT, place, 7)
          seen.push(...events.map(({ id }) => id))
          place = events.at(-1)?.place ?? place
          if (events.length === 0 && isLast) return
          await setImmediate()
        }
      }
      await Promise.all([read(), ...Array.from({ length: open }, (_, n) => write(n))])
      expect(seen).toHaveLength(dialect === 'sqlite' ? 40 : 48)
      expect(seen).toEqual(await idsAfter(BEFORE_ALL))
    },
  )

  /** Other databases of the server may have open transactions, which hold back later commits. */
  async function isSettled(): Promise<boolean> {
    const { count } = await db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return (await idsAfter(BEFORE_ALL)).length === Number(count)
  }

  if (dialect === 'postgres') {
    it('holds an event back while an earlier transaction is open', async () => {
      let end = () => {}
      const held = new Promise<void>((resolve) => (end = resolve))
      let begun = () => {}
      const beginning = new Promise<void>((resolve) => (begun = resolve))
      const slow = db.transaction().execute(async (trx) => {
        await trx.insertInto('events').values(row('msg_slow')).execute()
        begun()
        await held
      })
      await beginning
      await insert(row('msg_fast'))
      expect(await idsAfter(BEFORE_ALL)).toEqual([])
      end()
      await slow
      await expect.poll(() => idsAfter(BEFORE_ALL), { timeout: 60_000 }).toEqual(['msg_slow', 'msg_fast'])
    })

    it('continues after events that were restored from a server with higher counters', async () => {
      await insert(row('msg_old'), row('msg_older'))
      await sql`update events set commit_order = 900000000000000`.execute(db)
      await feed.prepare(MERCHANT)
      const place = await feed.findPlace(MERCHANT, 'msg_older')
      await insert(row('msg_new'))
      await expect.poll(() => idsAfter(place ?? BEFORE_ALL), { timeout: 60_000 }).toEqual(['msg_new'])
    })

    it('lists the merchants with new events', async () => {
      await insert(row('msg_1'))
      await insert(row('msg_2'))
      await insert(row('msg_theirs', { merchant_id: 'merchant-2' }))
      await expect
        .poll(async () => Object.fromEntries(await feed.findNewestIds([MERCHANT, 'merchant-2', 'none'])), {
          timeout: 60_000,
        })
        .toEqual({ [MERCHANT]: 'msg_2', 'merchant-2': 'msg_theirs' })
    })
  }
})
