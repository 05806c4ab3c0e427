import { expect, it } from 'vitest'

import { createManualClock } from '../../../platform/test/manual-clock.ts'
import { describeOnBothDatabases } from '../../test/databases.ts'
import { createProceedLimit } from './proceed-limit.store.ts'
import { createProviderHealth } from './provider-health.ts'
import { createHealthStore } from './provider-health.store.ts'

const A = { providerId: 'acquirer', accountId: 'eur' }

describeOnBothDatabases('provider health', (openFresh) => {
  async function open() {
    const { db, dialect } = await openFresh()
    const realTime = createManualClock()
    const store = createHealthStore({ db, dialect, realTime })
    const changes: string[] = []
    /** One of several processes on the database. */
    const start = () =>
      createProviderHealth({
        store,
        realTime,
        accounts: () => [A],
        onChange: ({ accountId }, isOpen) => changes.push(`${accountId} ${isOpen ? 'open' : 'closed'}`),
      })
    /** Advances the clock to the next probe. */
    const dueNow = () => db.updateTable('provider_health').set({ probe_at: 0 }).execute()
    return { db, dialect, realTime, store, start, changes, dueNow }
  }
  const refuse = async (health: ReturnType<typeof createProviderHealth>) => {
    for (let call = 0; call < 3; call += 1)
      await health.watch(
        A,
        { merchantId: 'm', card: null },
        () => Promise.resolve(),
        () => 'refused',
      )
  }

  it('reaches every process at its next exchange, and this one at once', async () => {
    const { start, changes } = await open()
    const [here, there] = [start(), start()]
    await refuse(here)
    expect(here.stateOf(A)).toBe('OPEN')
    await there.exchange()
    expect(there.stateOf(A)).toBe('CLOSED')
    await here.exchange()
    await there.exchange()
    expect(there.stateOf(A)).toBe('OPEN')
    expect(changes).toEqual(['eur open', 'eur open'])
    expect(there.list()).toMatchObject([{ ...A, state: 'OPEN', callsWaiting: 0 }])
  })

  it('is probed by one process at a time, and only an answer closes an account for all', async () => {
    const { start, dueNow, changes } = await open()
    const [here, there] = [start(), start()]
    await refuse(here)
    await here.exchange()
    await there.exchange()
    const [name = ''] = there.listOpen()
    let probes = 0
    const answer = (isAnswered: boolean) => () => {
      probes += 1
      return Promise.resolve(isAnswered)
    }
    await there.probe(name, answer(true))
    expect(probes).toBe(0)
    await dueNow()
    await Promise.all([here.probe(name, answer(false)), there.probe(name, answer(false))])
    expect(probes).toBe(1)
    expect(here.stateOf(A)).toBe('OPEN')

    await dueNow()
    await there.probe(name, answer(true))
    expect(there.stateOf(A)).toBe('CLOSED')
    expect(here.stateOf(A)).toBe('OPEN')
    await here.exchange()
    expect(here.stateOf(A)).toBe('CLOSED')
    expect(changes.filter((change) => change === 'eur closed')).toHaveLength(2)
    expect(here.listOpen()).toEqual([])
  })

  it('is deleted with its account, unless the account is paused', async () => {
    const { db, start, store, dueNow } = await open()
    const health = start()
    for (const rows of [0, 1]) {
      await refuse(health)
      await health.exchange()
      if (rows === 1) await db.updateTable('provider_health').set({ paused_at: 1 }).execute()
      await dueNow()
      await health.probe(health.listOpen()[0] ?? '', () => Promise.resolve('gone'))
      expect(health.listOpen()).toEqual([])
      expect(await store.list()).toHaveLength(rows)
    }
  })

  it('keeps the time since which an account is open', async () => {
    const { start, store } = await open()
    const health = start()
    await refuse(health)
    await health.exchange()
    const [first] = await store.list()
    await store.open(A)
    expect(await store.list()).toEqual([first])
    expect(first?.openSinceMs).toBeGreaterThan(0)
  })

  it('allows twenty payments of a merchant in five minutes to proceed', async () => {
    const { db, dialect, realTime } = await open()
    const mayProceed = createProceedLimit({ db, dialect, realTime })
    const count = async (merchantId: string, times: number) => {
      let allowed = 0
      for (let one = 0; one < times; one += 1) if (await mayProceed(merchantId)) allowed += 1
      return allowed
    }
    expect(await count('m-1', 10)).toBe(10)
    realTime.advance(200_000)
    expect(await count('m-1', 15)).toBe(10)
    expect(await count('m-2', 1)).toBe(1)
    realTime.advance(99_999)
    expect(await mayProceed('m-1')).toBe(false)
    realTime.advance(1)
    expect(await count('m-1', 15)).toBe(10)
  })
})
