import { expect, it } from 'vitest'

import { createTransact } from '@sluice/platform/database/transact'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { createMerchantStore } from './merchant.store.ts'
import type { Database } from '../composition/tables.ts'
import { MERCHANT_TABLES } from './merchants.tables.ts'
import { provisionSandbox } from './provision-sandbox.ts'
import { createSandboxStore } from './sandbox.store.ts'

const MINUTE_MS = 60_000
/** The time after which data of late requests is deleted. */
const SWEPT_AFTER_MS = 600_000

describeOnBothDatabases<Database>('followers of a sandbox', (open) => {
  async function prepare() {
    const { db } = await open()
    const random = createSystemRandom(systemClock)
    const told: unknown[] = []
    let isDown = false
    const tell = (what: unknown) => {
      if (isDown) throw new Error('it died before it heard')
      told.push(what)
      return Promise.resolve()
    }
    let nowMs = systemClock.now()
    const clock = { now: () => nowMs }
    const sealer = createSealer(Buffer.alloc(32, 1), random)
    const merchants = createMerchantStore({ db, sealer, clock, random })
    const sandboxes = createSandboxStore({
      db,
      transact: createTransact({ db, random, timers: systemTimers }),
      clock,
      tables: MERCHANT_TABLES,
      followers: {
        moveClock: (merchantId, offsetMs) => tell(['clock', merchantId, offsetMs]),
        removeMerchant: (merchantId) => tell(['removed', merchantId]),
      },
    })
    const accounts = { routing: [], alternativeAccounts: new Map() }
    const options = {
      sandboxId: 'demo',
      name: 'Demo',
      maxRetries: 5,
      accounts,
      origins: '*',
      random,
    } as const
    const merchantId = await provisionSandbox(merchants, options)
    return {
      sandboxes,
      told,
      merchantId,
      async whileDown(work: () => Promise<unknown>) {
        isDown = true
        await expect(work()).rejects.toThrow('it died before it heard')
        isDown = false
      },
      pass: (ms: number) => void (nowMs += ms),
    }
  }

  it('are notified of the offset of its clock, and again if a process died before the notification', async () => {
    const { sandboxes, told, merchantId, whileDown } = await prepare()
    await sandboxes.moveFollowers()
    expect(told).toEqual([])
    expect(await sandboxes.advance('demo', MINUTE_MS)).toBe(MINUTE_MS)
    await whileDown(() => sandboxes.advance('demo', MINUTE_MS))
    expect(await sandboxes.find('demo')).toMatchObject({ clockOffsetMs: 2 * MINUTE_MS })
    await sandboxes.moveFollowers()
    expect(told).toEqual([
      ['clock', merchantId, MINUTE_MS],
      ['clock', merchantId, 2 * MINUTE_MS],
    ])
  })

  it('are notified of its removal, and again if a process died before the notification', async () => {
    const { sandboxes, told, merchantId, whileDown, pass } = await prepare()
    await whileDown(() => sandboxes.remove('demo'))
    expect(await sandboxes.find('demo')).toBeNull()
    expect(await sandboxes.sweep()).toBe(0)
    pass(SWEPT_AFTER_MS)
    await whileDown(() => sandboxes.sweep())
    expect(await sandboxes.sweep()).toBe(1)
    expect(told).toEqual([['removed', merchantId]])
    expect(await sandboxes.sweep()).toBe(0)
  })
})
