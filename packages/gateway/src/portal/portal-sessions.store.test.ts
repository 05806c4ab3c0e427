import { beforeEach, expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import type { Database } from '../composition/tables.ts'
import type { OpenDatabase } from '../platform/database/open-database.ts'
import { createDeviceRequests } from './device-requests.store.ts'
import { type PortalSession, SESSION_IDLE_MS, SESSION_MAX_MS } from './portal-session.ts'
import { createPortalLinks, createPortalSessions } from './portal-sessions.store.ts'

const HASH = Buffer.alloc(32, 1)
const OTHER = Buffer.alloc(32, 2)

const SESSION: PortalSession = {
  userId: 'u-1',
  merchantId: 'm-1',
  roles: ['developer', 'finance'],
  name: 'Ada',
  email: null,
  authenticatedAtMs: 1_000,
  createdAtMs: 2_000,
  seenAtMs: 2_000,
  device: null,
  view: null,
}

describeOnBothDatabases('sessions and links of the portal', (openFresh) => {
  let database: OpenDatabase<Database>
  beforeEach(async () => {
    database = await openFresh()
  })

  it('gives a session back as it was added, and one of the service without a merchant', async () => {
    const sessions = createPortalSessions(database.db)
    const operator = { ...SESSION, merchantId: null, roles: ['operator'] as const, email: 'a@b.example' }
    await sessions.add(HASH, SESSION)
    await sessions.add(OTHER, operator)
    expect(await sessions.find(HASH)).toEqual(SESSION)
    expect(await sessions.find(OTHER)).toEqual(operator)
    await sessions.remove(HASH)
    expect(await sessions.find(HASH)).toBeNull()
    expect(await sessions.find(OTHER)).toEqual(operator)
  })

  it('keeps which merchant an operator looks at, until another or none', async () => {
    const sessions = createPortalSessions(database.db)
    await sessions.add(HASH, SESSION)
    await sessions.add(OTHER, SESSION)
    const view = { merchantId: 'm-2', untilMs: 9_000 }
    await sessions.look(HASH, view)
    expect((await sessions.find(HASH))?.view).toEqual(view)
    expect((await sessions.find(OTHER))?.view).toBeNull()
    await sessions.look(HASH, null)
    expect((await sessions.find(HASH))?.view).toBeNull()
  })

  it('notes the latest deed, whichever request writes last', async () => {
    const sessions = createPortalSessions(database.db)
    await sessions.add(HASH, SESSION)
    await sessions.see(HASH, 9_000)
    await sessions.see(HASH, 5_000)
    expect(await sessions.find(HASH)).toMatchObject({ seenAtMs: 9_000 })
  })

  it('removes what was left alone, and what is too old however it was used', async () => {
    const sessions = createPortalSessions(database.db)
    await sessions.add(HASH, SESSION)
    await sessions.add(OTHER, { ...SESSION, seenAtMs: SESSION_MAX_MS })
    expect(await sessions.removeEnded(SESSION.seenAtMs + SESSION_IDLE_MS - 1)).toBe(0)
    expect(await sessions.removeEnded(SESSION.seenAtMs + SESSION_IDLE_MS)).toBe(1)
    expect(await sessions.removeEnded(SESSION.createdAtMs + SESSION_MAX_MS)).toBe(1)
  })

  it('removes however many have ended, by statements of 200 at most', async () => {
    const deletions: number[] = []
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        deletions.push(Number(result.numAffectedRows ?? 0))
        return Promise.resolve(result)
      },
    })
    const sessions = createPortalSessions(database.db)
    const ended = SESSION.createdAtMs + SESSION_MAX_MS
    for (let place = 0; place < 250; place += 1) {
      const idHash = (kind: number) => Buffer.from([kind, place])
      await sessions.add(idHash(1), { ...SESSION, createdAtMs: ended - SESSION_IDLE_MS })
      await sessions.add(idHash(2), { ...SESSION, device: 'sluice-gateway' })
    }
    expect(await createPortalSessions(db).removeEnded(ended)).toBe(500)
    expect(deletions).toEqual([200, 50, 200, 50])
  })

  it('keeps the session of a device that was left alone, until it is too old', async () => {
    const sessions = createPortalSessions(database.db)
    await sessions.add(HASH, { ...SESSION, device: 'sluice-gateway' })
    expect((await sessions.find(HASH))?.device).toBe('sluice-gateway')
    expect(await sessions.removeEnded(SESSION.seenAtMs + SESSION_IDLE_MS)).toBe(0)
    expect(await sessions.removeEnded(SESSION.createdAtMs + SESSION_MAX_MS)).toBe(1)
  })

  it('gives what was approved to one of those who ask at once', async () => {
    const devices = createDeviceRequests(database.db)
    const request = { deviceHash: HASH, userCode: 'BCDF-GHJK', name: 'p', address: '::1', expiresAtMs: 10 }
    expect(await devices.add(request, 9)).toBe(true)
    expect(await devices.find('BCDF-GHJK', 9)).toEqual(request)
    expect(await devices.find('BCDF-GHJK', 10)).toBeNull()
    const { device: _, createdAtMs: __, seenAtMs: ___, view: ____, ...login } = SESSION
    expect(await devices.answer('BCDF-GHJK', login, 9)).toBe(true)
    expect(await devices.answer('BCDF-GHJK', null, 9)).toBe(false)
    const taken = await Promise.all([devices.take(HASH, 9), devices.take(HASH, 9)])
    expect(taken.map(({ kind }) => kind).sort()).toEqual(['approved', 'unknown'])
    expect(taken).toContainEqual({ kind: 'approved', login, name: 'p' })
    await devices.add(request, 9)
    expect(await devices.removeExpired(9)).toBe(0)
    expect(await devices.removeExpired(10)).toBe(1)
  })

  it('gives a link to one of those who take it at once', async () => {
    const links = createPortalLinks(database.db)
    await links.add(HASH, { merchantId: 'm-1', expiresAtMs: 10 })
    const taken = await Promise.all([links.take(HASH, 9), links.take(HASH, 9), links.take(HASH, 9)])
    expect(taken.filter((merchantId) => merchantId !== null)).toEqual(['m-1'])
  })

  it('gives no link whose time is over, and removes it', async () => {
    const links = createPortalLinks(database.db)
    await links.add(HASH, { merchantId: 'm-1', expiresAtMs: 10 })
    await links.add(OTHER, { merchantId: 'm-1', expiresAtMs: 11 })
    expect(await links.take(HASH, 10)).toBeNull()
    expect(await links.removeExpired(10)).toBe(0)
    expect(await links.removeExpired(11)).toBe(1)
  })
})
