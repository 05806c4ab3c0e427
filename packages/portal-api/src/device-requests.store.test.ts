import type { Kysely } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { type Database, describeOnBothDatabases } from '../test/databases.ts'
import { DEVICE_PLACES, type DeviceRequests } from './device-request.ts'
import { createDeviceRequests } from './device-requests.store.ts'

const NOW_MS = 1_800_000_000_000
const LATER_MS = NOW_MS + 10_000

describeOnBothDatabases('waiting devices', (openFresh) => {
  let db: Kysely<Database>
  let devices: DeviceRequests
  let count = 0
  beforeEach(async () => {
    db = (await openFresh()).db
    devices = createDeviceRequests(db)
  })

  /** Begins a sign-in, each of which is newer than those before. */
  const begin = (address: string, nowMs = NOW_MS) => {
    count += 1
    const deviceHash = Buffer.alloc(32)
    deviceHash.writeUInt32BE(count)
    const code = `CODE-${count}`
    return devices.add(
      { deviceHash, userCode: code, name: 'p', address, expiresAtMs: LATER_MS + count },
      nowMs,
    )
  }
  const beginMany = async (addresses: readonly string[]) => {
    const begun: boolean[] = []
    for (const address of addresses) begun.push(await begin(address))
    return begun.filter(Boolean).length
  }
  const hex = (number: number) => number.toString(16)
  const each = <Made>(length: number, make: (place: number) => Made): readonly Made[] =>
    Array.from({ length }, (_, place) => make(place))

  it.each([
    ['a /64', DEVICE_PLACES.narrow, (place: number) => `2001:db8::${hex(place)}`],
    ['a /56', DEVICE_PLACES.middle, (place: number) => `2001:db8:0:${hex(place % 256)}::1`],
    ['a /48', DEVICE_PLACES.wide, (place: number) => `2001:db8:0:${hex(place * 256)}::1`],
    ['an IPv4 address', DEVICE_PLACES.narrow, () => '192.0.2.1'],
    ['a /24', DEVICE_PLACES.middle, (place: number) => `192.0.2.${place}`],
    ['a /16', DEVICE_PLACES.wide, (place: number) => `192.0.${place}.1`],
  ])('%s gets %i places, and another network its own', async (_, places, address) => {
    expect(await beginMany(each(places + 1, address))).toBe(places)
    expect(await begin('2001:db9::1')).toBe(true)
    expect(await begin('198.51.100.1')).toBe(true)
    // After ten minutes the places are free again.
    expect(await begin(address(0), LATER_MS + 1_000_000)).toBe(true)
  })

  it('the network with the most places loses its newest one when all places are taken', async () => {
    const rows = each(DEVICE_PLACES.all, (place) => ({
      device_hash: Buffer.from(`crowd ${place}`),
      user_code: `CROWD-${place}`,
      name: 'p',
      address: '2001:db8::1',
      network_narrow: `narrow ${place}`,
      network_middle: `middle ${place}`,
      // 100 from the first network, and as many from each of nine others.
      network_wide: `2001:db8:${place % 10}::/48`,
      expires_at: NOW_MS + 1 + place,
    }))
    await db.insertInto('portal_devices').values(rows).execute()
    expect(await begin('2001:db8:0:100::1')).toBe(false)
    expect(await begin('192.0.2.1')).toBe(true)
    const code = `CODE-${count}`
    expect(await beginMany(each(5, (place) => `2001:db9:0:${hex(place * 256)}::1`))).toBe(5)
    expect(await devices.find(code, NOW_MS)).toMatchObject({ address: '192.0.2.1' })
    const held = await db.selectFrom('portal_devices').select(['network_wide', 'user_code']).execute()
    expect(held).toHaveLength(DEVICE_PLACES.all)
    const lost = rows.filter(({ user_code: lostCode }) => held.every((row) => row.user_code !== lostCode))
    // Six places of six networks, the newest of each.
    expect(new Set(lost.map((row) => row.network_wide)).size).toBe(6)
    expect(lost.every((row) => row.expires_at > NOW_MS + 990)).toBe(true)
  })
})
