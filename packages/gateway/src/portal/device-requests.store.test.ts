import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { createDeviceRequests } from './device-requests.store.ts'

const NOW_MS = 1_800_000_000_000

describeOnBothDatabases('devices that wait', (openFresh) => {
  it('are counted by the block of their address, and stand with the address itself', async () => {
    const { db } = await openFresh()
    const devices = createDeviceRequests(db)
    const addresses = ['2001:db8::1', '2001:db8::ffff', '2001:db8:0:1::1', '192.0.2.1']
    for (const [index, address] of addresses.entries())
      await devices.add({
        deviceHash: Buffer.alloc(32, index),
        userCode: `BCDF-GHJ${index}`,
        name: 'A program',
        address,
        expiresAtMs: NOW_MS + 1,
      })
    expect(await devices.count('2001:db8::2', NOW_MS)).toEqual({ ofBlock: 2, all: 4 })
    expect(await devices.count('192.0.2.1', NOW_MS)).toEqual({ ofBlock: 1, all: 4 })
    expect(await devices.count('192.0.2.2', NOW_MS)).toEqual({ ofBlock: 0, all: 4 })
    expect(await devices.find('BCDF-GHJ1', NOW_MS)).toMatchObject({ address: '2001:db8::ffff' })
  })
})
