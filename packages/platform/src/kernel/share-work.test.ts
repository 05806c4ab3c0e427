import { describe, expect, it } from 'vitest'

import { createShareWork } from './share-work.ts'

describe('shared work', () => {
  it('runs once for all concurrent callers, and again afterwards', async () => {
    const share = createShareWork()
    let done = 0
    const work = async () => {
      await Promise.resolve()
      done += 1
    }
    await Promise.all([share('one', work), share('one', work), share('other', work)])
    expect(done).toBe(2)
    await share('one', work)
    expect(done).toBe(3)
  })

  it('fails for all who wait for it, and is not cached', async () => {
    const share = createShareWork()
    const fail = () => Promise.reject(new Error('away'))
    const both = await Promise.allSettled([share('one', fail), share('one', fail)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(share('one', () => Promise.resolve())).resolves.toBeUndefined()
  })
})
