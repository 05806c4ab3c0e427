import type { Kysely, Selectable } from 'kysely'

import { deleteOld } from '@sluice/platform/database/delete-old'
import { addressNetworks } from '@sluice/platform/http/address-block'

import type { AuthenticatedPerson } from './portal-login.ts'
import type { PortalTables, PortalDeviceTable } from './portal.tables.ts'
import {
  DEVICE_PLACES,
  DEVICE_POLL_SECONDS,
  type DeviceRequest,
  type DeviceRequests,
} from './device-request.ts'

type DeviceNetworks = Pick<
  Selectable<PortalDeviceTable>,
  'network_narrow' | 'network_middle' | 'network_wide'
>

/** Clocks and networks are not exact: a program that asks at its interval is not told to slow down. */
const POLL_TOLERANCE_MS = 1_000

export function createDeviceRequests(db: Kysely<PortalTables>): DeviceRequests {
  const waiting = (nowMs: number) => db.selectFrom('portal_devices').where('expires_at', '>', nowMs)

  /** Frees a place, if all are taken, by removing one of the widest network that holds the most. */
  async function findPlace(networks: DeviceNetworks, nowMs: number): Promise<boolean> {
    const held = await waiting(nowMs)
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
    return Number(held.all) < DEVICE_PLACES.all || takePlace(Number(held.network_wide), nowMs)
  }

  /** Removes the newest place of the network that holds the most, if it holds more than `ownPlaces`. */
  async function takePlace(ownPlaces: number, nowMs: number): Promise<boolean> {
    const busiest = await waiting(nowMs)
      .select(({ fn }) => ['network_wide', fn.countAll().as('places')])
      .groupBy('network_wide')
      .orderBy('places', 'desc')
      .limit(1)
      .executeTakeFirst()
    // With one place more than the newcomer's network, it would be the one with most next.
    if (busiest === undefined || Number(busiest.places) <= ownPlaces + 1) return false
    const newest = await waiting(nowMs)
      .select('device_hash')
      .where('network_wide', '=', busiest.network_wide)
      .orderBy('expires_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest === undefined) return false
    await db.deleteFrom('portal_devices').where('device_hash', '=', newest.device_hash).execute()
    return true
  }

  return {
    async add({ deviceHash, userCode, name, address, expiresAtMs }, nowMs) {
      const [narrow, middle, wide] = addressNetworks(address)
      const networks = { network_narrow: narrow, network_middle: middle, network_wide: wide }
      if (!(await findPlace(networks, nowMs))) return false
      await db
        .insertInto('portal_devices')
        .values({
          device_hash: deviceHash,
          user_code: userCode,
          name,
          address,
          ...networks,
          expires_at: expiresAtMs,
        })
        .execute()
      return true
    },

    async find(userCode, nowMs) {
      const row = await db
        .selectFrom('portal_devices')
        .selectAll()
        .where('user_code', '=', userCode)
        .where('expires_at', '>', nowMs)
        .where('login', 'is', null)
        .where('denied_at', 'is', null)
        .executeTakeFirst()
      return row === undefined ? null : toRequest(row)
    },

    async answer(userCode, login, nowMs) {
      const { numUpdatedRows } = await db
        .updateTable('portal_devices')
        .set(login === null ? { denied_at: nowMs } : { login: JSON.stringify(login) })
        .where('user_code', '=', userCode)
        .where('expires_at', '>', nowMs)
        .where('login', 'is', null)
        .where('denied_at', 'is', null)
        .executeTakeFirst()
      return Number(numUpdatedRows) === 1
    },

    async takeBack({ userId, merchantId }) {
      const approved = await db
        .selectFrom('portal_devices')
        .select(['device_hash', 'login'])
        .where('login', 'is not', null)
        .execute()
      for (const { device_hash: deviceHash, login } of approved) {
        const person = JSON.parse(login ?? '{}') as AuthenticatedPerson
        if (person.userId === userId && person.merchantId === merchantId)
          await db.deleteFrom('portal_devices').where('device_hash', '=', deviceHash).execute()
      }
    },

    async take(deviceHash, nowMs) {
      // One statement: of two who ask at once, one gets what was approved.
      const ended = await db
        .deleteFrom('portal_devices')
        .where('device_hash', '=', deviceHash)
        .where(({ or, eb }) =>
          or([eb('login', 'is not', null), eb('denied_at', 'is not', null), eb('expires_at', '<=', nowMs)]),
        )
        .returning(['login', 'denied_at', 'expires_at', 'name'])
        .executeTakeFirst()
      if (ended !== undefined) {
        if (ended.expires_at <= nowMs) return { kind: 'expired' }
        if (ended.login === null) return { kind: 'denied' }
        return { kind: 'approved', login: JSON.parse(ended.login) as AuthenticatedPerson, name: ended.name }
      }
      const soonest = nowMs - DEVICE_POLL_SECONDS * 1_000 + POLL_TOLERANCE_MS
      const { numUpdatedRows } = await db
        .updateTable('portal_devices')
        .set({ polled_at: nowMs })
        .where('device_hash', '=', deviceHash)
        .where(({ or, eb }) => or([eb('polled_at', 'is', null), eb('polled_at', '<=', soonest)]))
        .executeTakeFirst()
      if (Number(numUpdatedRows) === 1) return { kind: 'pending' }
      const known = await db
        .selectFrom('portal_devices')
        .select('user_code')
        .where('device_hash', '=', deviceHash)
        .executeTakeFirst()
      return { kind: known === undefined ? 'unknown' : 'slow_down' }
    },

    removeExpired: (nowMs) =>
      deleteOld(db, { table: 'portal_devices', key: ['device_hash'], column: 'expires_at', untilMs: nowMs }),
  }
}

function toRequest(row: Selectable<PortalDeviceTable>): DeviceRequest {
  return {
    deviceHash: row.device_hash,
    userCode: row.user_code,
    name: row.name,
    address: row.address,
    expiresAtMs: row.expires_at,
  }
}
