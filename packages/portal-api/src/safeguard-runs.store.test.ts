import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../test/databases.ts'
import { createSafeguardRuns } from './safeguard-runs.store.ts'

describeOnBothDatabases('checks of invariants', (openFresh) => {
  it('are stored, the last of each, with a hundred problems at most', async () => {
    const { db } = await openFresh()
    const runs = createSafeguardRuns(db)
    const broken = Array.from({ length: 150 }, (_, number) => `I1 t-${number}`)
    await runs.record({ safeguard: 'tamper_check', checkedAtMs: 1, problems: [] })
    await runs.record({ safeguard: 'invariants', checkedAtMs: 1, problems: broken })
    expect((await runs.list())[0]?.problems).toEqual(broken.slice(0, 100))
    await runs.record({ safeguard: 'invariants', checkedAtMs: 2, problems: [] })
    expect(await runs.list()).toEqual([
      { safeguard: 'invariants', checkedAtMs: 2, problems: [] },
      { safeguard: 'tamper_check', checkedAtMs: 1, problems: [] },
    ])
  })

  it('are claimed by one of several processes within the interval', async () => {
    const { db } = await openFresh()
    const runs = createSafeguardRuns(db)
    const claims = (nowMs: number) =>
      Promise.all([1, 2, 3].map(() => runs.claim('invariants', { nowMs, intervalMs: 100 })))
    const isUnclaimed = (nowMs: number) => runs.isUnclaimed('invariants', { nowMs, intervalMs: 100 })
    expect(await isUnclaimed(1_000)).toBe(true)
    expect((await claims(1_000)).filter(Boolean)).toHaveLength(1)
    expect([await isUnclaimed(1_099), await isUnclaimed(1_100)]).toEqual([false, true])
    expect(await runs.list()).toEqual([])
    expect((await claims(1_099)).filter(Boolean)).toHaveLength(0)
    await runs.record({ safeguard: 'invariants', checkedAtMs: 1_050, problems: [] })
    expect((await claims(1_100)).filter(Boolean)).toHaveLength(1)
    expect(await runs.list()).toMatchObject([{ safeguard: 'invariants', checkedAtMs: 1_050 }])
  })
})
