import type { Kysely, Selectable } from 'kysely'

import { deleteOld } from '@sluice/platform/database/delete-old'
import { addressNetworks } from '@sluice/platform/http/address-block'

import type { AuthenticatedPerson } from './portal-login.ts'
import type { PortalTables, PortalDeviceTable } from './portal.tables.ts'
import { findDevicePlace } from './device-places.store.ts'
import { DEVICE_POLL_SECONDS, type DeviceRequest, type DeviceRequests } from './device-request.ts'

/** Clocks and networks are not exact: a program that polls at its interval must not get slow_down. */
const POLL_TOLERANCE_MS = 1_000

export function createDeviceRequests(db: Kysely<PortalTables>): DeviceRequests {
  return {
    async add({ deviceHash, userCode, name, address, expiresAtMs }, nowMs) {
      const [narrow, middle, wide] = addressNetworks(address)
      const networks = { network_narrow: narrow, network_middle: middle, network_wide: wide }
      if (!(await findDevicePlace(db, networks, nowMs))) return false
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
      // One statement, so that of two concurrent requests one gets the approval.
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
