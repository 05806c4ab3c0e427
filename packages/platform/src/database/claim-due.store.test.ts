import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { claimDue } from './claim-due.ts'

interface Tables {
  readonly works: { readonly merchant_id: string; readonly id: number; readonly due_at: number | null }
}

const LIMIT = 3
const NOW_MS = 1_000
const UNTIL_MS = 9_000

describeOnBothDatabases<Tables>('taking due rows', (open, { dialect }) => {
  const openWorks = async (): Promise<Kysely<Tables>> => {
    const { db } = await open()
    await sql`create table works (
      merchant_id text not null, id integer not null, due_at bigint, primary key (merchant_id, id)
    )`.execute(db)
    for (let id = 0; id < 20; id += 1)
      await db
        .insertInto('works')
        .values({ merchant_id: 'm', id, due_at: id < 15 ? id : null })
        .execute()
    return db
  }
  const claim = (db: Kysely<Tables>) =>
    claimDue<Tables, 'works'>(db, dialect, {
      table: 'works',
      key: ['merchant_id', 'id'],
      column: 'due_at',
      where: sql`merchant_id = 'm'`,
      nowMs: NOW_MS,
      untilMs: UNTIL_MS,
      limit: LIMIT,
    })

  it('assigns each row to one process, the longest due first, and at most the requested number', async () => {
    const db = await openWorks()
    const taken: (readonly number[])[] = []
    for (let rows = await claim(db); rows.length > 0; rows = await claim(db))
      taken.push(rows.map(({ id }) => id).toSorted((one, other) => one - other))
    expect(taken).toEqual([0, 3, 6, 9, 12].map((id) => [id, id + 1, id + 2]))
    const left = await db.selectFrom('works').select('id').where('due_at', '=', UNTIL_MS).execute()
    expect(left).toHaveLength(15)
  })

  if (dialect === 'postgres')
    it('claims at most the requested number with any query plan', async () => {
      const db = await openWorks()
      const rows = await db.transaction().execute(async (trx) => {
        // The remaining plan is to look up the list for each row.
        for (const way of [
          'hashjoin',
          'mergejoin',
          'material',
          'hashagg',
          'sort',
          'memoize',
          'indexscan',
          'bitmapscan',
        ])
          await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx)
        return claim(trx)
      })
      expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([0, 1, 2])
    })
})
