import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { deleteInBatches, deleteOld } from './delete-old.ts'

describeOnBothDatabases('old rows', (openFresh) => {
  it('are deleted in batches, and young ones stay', async () => {
    const { db } = await openFresh()
    const uses = Array.from({ length: 6 }, (_, place) => ({
      merchant_id: 'm-1',
      use_key: `use-${place}`,
      expires_at: place,
    }))
    await db.insertInto('sample_uses').values(uses).execute()
    const rows = {
      table: 'sample_uses',
      key: ['merchant_id', 'use_key'],
      column: 'expires_at',
      untilMs: 4,
    } as const
    const little = { batch: 2, batchesMax: 2 }
    expect(await deleteOld(db, rows, little)).toBe(4)
    expect(await deleteOld(db, rows, little)).toBe(1)
    expect(await deleteOld(db, rows, little)).toBe(0)
    expect(await db.selectFrom('sample_uses').select('use_key').execute()).toEqual([{ use_key: 'use-5' }])
  })
})

it('runs one batch at a time per database, table after table', async () => {
  const turns: string[] = []
  let atOnce = 0
  const deleteFrom = (name: string, left: number) => async (limit: number) => {
    atOnce += 1
    turns.push(name)
    await new Promise(setImmediate)
    expect(atOnce).toBe(1)
    atOnce -= 1
    const deleted = Math.min(left, limit)
    left -= deleted
    return deleted
  }
  const database = {}
  const limits = { batch: 2, batchesMax: 9 }
  const failing = deleteInBatches(database, () => Promise.reject(new Error('locked')), limits)
  const counts = [deleteFrom('one', 5), deleteFrom('two', 3)].map((work) =>
    deleteInBatches(database, work, limits),
  )
  await expect(failing).rejects.toThrow('locked')
  expect(await Promise.all(counts)).toEqual([5, 3])
  expect(turns).toEqual(['one', 'two', 'one', 'two', 'one'])
})
