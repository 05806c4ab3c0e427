import { describe, expect, it } from 'vitest'

import { inBatches } from './in-batches.ts'

/** Work that ends when the test says so. */
function makeWork() {
  const batches: (readonly number[])[] = []
  const ends: ((error?: Error) => void)[] = []
  const work = (items: readonly number[]): Promise<readonly number[]> => {
    batches.push(items)
    return new Promise((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item * 10))))
    })
  }
  const end = async (error?: Error): Promise<void> => {
    ends.shift()?.(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { batches, work, end }
}

describe('items that arrive while a batch is processed', () => {
  it('form the next batch, up to the limit, and each gets its own result', async () => {
    const { batches, work, end } = makeWork()
    const take = inBatches(work, { maxItems: 3, isOfOne: () => true })
    const results = Promise.all([1, 2, 3, 4, 5].map(take))
    expect(batches).toEqual([[1]])
    await end()
    expect(batches).toEqual([[1], [2, 3, 4]])
    await end()
    expect(batches).toEqual([[1], [2, 3, 4], [5]])
    await end()
    expect(await results).toEqual([10, 20, 30, 40, 50])
    const later = take(6)
    await end()
    expect(await later).toBe(60)
  })

  it('are processed one by one when the batch fails because of one of them', async () => {
    const { batches, work, end } = makeWork()
    const take = inBatches(work, { maxItems: 3, isOfOne: () => true })
    const results = Promise.allSettled([1, 2, 3].map(take))
    await end()
    await end(new Error('one of them'))
    await end(new Error('this one'))
    await end()
    expect(batches).toEqual([[1], [2, 3], [2], [3]])
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('fail together when the error concerns no single item, and later ones are processed', async () => {
    const { batches, work, end } = makeWork()
    const take = inBatches(work, { maxItems: 3, isOfOne: () => false })
    const results = Promise.allSettled([1, 2, 3].map(take))
    await end()
    await end(new Error('the database is away'))
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    const later = take(4)
    await end()
    expect(await later).toBe(40)
    expect(batches).toEqual([[1], [2, 3], [4]])
  })
})
