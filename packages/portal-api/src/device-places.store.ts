import type { Kysely, Selectable } from 'kysely'

import { DEVICE_PLACES } from './device-request.ts'
import type { PortalDeviceTable, PortalTables } from './portal.tables.ts'

type DeviceNetworks = Pick<
  Selectable<PortalDeviceTable>,
  'network_narrow' | 'network_middle' | 'network_wide'
>

/**
 * Finds a place for one more waiting device. If all places are taken, removes the newest request of the network that holds the most. Returns
 * false if the device's own networks hold too many.
 */
export async function findDevicePlace(
  db: Kysely<PortalTables>,
  networks: DeviceNetworks,
  nowMs: number,
): Promise<boolean> {
  const held = await waiting(db, nowMs)
    .select(({ fn, eb }) => {
      const count = (column: keyof DeviceNetworks) =>
        fn.sum(eb.case().when(column, '=', networks[column]).then(1).else(0).end()).as(column)
      return [
        fn.countAll().as('all'),
        count('network_narrow'),
        count('network_middle'),
        count('network_wide'),
      ]
    })
    .executeTakeFirstOrThrow()
  const isFull =
    Number(held.network_narrow) >= DEVICE_PLACES.narrow ||
    Number(held.network_middle) >= DEVICE_PLACES.middle ||
    Number(held.network_wide) >= DEVICE_PLACES.wide
  if (isFull) return false
  return Number(held.all) < DEVICE_PLACES.all || takePlace(db, Number(held.network_wide), nowMs)
}

/** Removes the newest place of the network that holds the most, if it holds more than `ownPlaces`. */
async function takePlace(db: Kysely<PortalTables>, ownPlaces: number, nowMs: number): Promise<boolean> {
  const busiest = await waiting(db, nowMs)
    .select(({ fn }) => ['network_wide', fn.countAll().as('places')])
    .groupBy('network_wide')
    .orderBy('places', 'desc')
    .limit(1)
    .executeTakeFirst()
  // With one place more than the newcomer's network, it would have the most places next.
  if (busiest === undefined || Number(busiest.places) <= ownPlaces + 1) return false
  const newest = await waiting(db, nowMs)
    .select('device_hash')
    .where('network_wide', '=', busiest.network_wide)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return false
  await db.deleteFrom('portal_devices').where('device_hash', '=', newest.device_hash).execute()
  return true
}

function waiting(db: Kysely<PortalTables>, nowMs: number) {
  return db.selectFrom('portal_devices').where('expires_at', '>', nowMs)
}
