import { beforeEach, expect, it } from 'vitest'

import type { OpenDatabase } from '@sluice/platform/database/open-database'

import { type Database, describeOnBothDatabases } from '../test/databases.ts'
import { createDeviceRequests } from './device-requests.store.ts'
import { type PortalSession, SESSION_IDLE_MS, SESSION_MAX_MS } from './portal-session.ts'
import { createPortalLinks, createPortalSessions } from './portal-sessions.store.ts'

const HASH = Buffer.alloc(32, 1)
const OTHER = Buffer.alloc(32, 2)

const SESSION: PortalSession = {
  id: 's-1',
  address: '192.0.2.1',
  userAgent: 'Firefox',
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

  it('returns a session as it was added, and one of the service without a merchant', async () => {
    const sessions = createPortalSessions(database.db)
    const operator = { ...SESSION, merchantId: null, roles: ['operator'] as const, email: 'a@b.example' }
    await sessions.add(HASH, SESSION)
    await sessions.add(OTHER, { ...operator, id: 's-2' })
    expect(await sessions.find(HASH)).toEqual(SESSION)
    expect(await sessions.find(OTHER)).toEqual({ ...operator, id: 's-2' })
    await sessions.remove(HASH)
    expect(await sessions.find(HASH)).toBeNull()
    expect(await sessions.find(OTHER)).toEqual({ ...operator, id: 's-2' })
  })

  it('stores which merchant an operator impersonates, until the operator switches or stops', async () => {
    const sessions = createPortalSessions(database.db)
    await sessions.add(HASH, SESSION)
    await sessions.add(OTHER, { ...SESSION, id: 's-2' })
    const view = { merchantId: 'm-2', untilMs: 9_000 }
    await sessions.impersonate(HASH, view)
    expect((await sessions.find(HASH))?.view).toEqual(view)
    expect((await sessions.find(OTHER))?.view).toBeNull()
    await sessions.impersonate(HASH, null)
    expect((await sessions.find(HASH))?.view).toBeNull()
  })

  it('lists and ends the sessions of one person at one merchant, the newest first', async () => {
    const sessions = createPortalSessions(database.db)
    const add = (place: number, session: Partial<PortalSession>) =>
      sessions.add(Buffer.alloc(32, place), { ...SESSION, id: `s-${place}`, createdAtMs: place, ...session })
    for (const place of [1, 2, 3]) await add(place, {})
    await add(4, { merchantId: 'm-2' })
    await add(5, { merchantId: null })
    await add(6, { userId: 'u-2' })
    const idsOf = async (merchantId: string | null) =>
      (await sessions.list({ userId: 'u-1', merchantId })).map(({ id }) => id)
    expect(await idsOf('m-1')).toEqual(['s-3', 's-2', 's-1'])
    expect(await idsOf(null)).toEqual(['s-5'])
    const person = { userId: 'u-1', merchantId: 'm-1' }
    expect(await sessions.end(person, { id: 's-4' })).toBe(0)
    expect(await sessions.end(person, { id: 's-3' })).toBe(1)
    expect(await sessions.end(person, { allBut: 's-1' })).toBe(1)
    expect(await idsOf('m-1')).toEqual(['s-1'])
    expect(await sessions.end(person, { allBut: null })).toBe(1)
    expect([await idsOf('m-2'), await idsOf(null)]).toEqual([['s-4'], ['s-5']])
  })

  it('withdraws what a person approved and no program has fetched', async () => {
    const devices = createDeviceRequests(database.db)
    const login = { userId: 'u-1', merchantId: 'm-1', roles: [], authenticatedAtMs: 1, name: '', email: null }
    const codes = ['BCDF-GHJK', 'BCDF-GHJL', 'BCDF-GHJM'] as const
    for (const [place, userCode] of codes.entries())
      await devices.add(
        { deviceHash: Buffer.alloc(32, place), userCode, name: 'p', address: '::1', expiresAtMs: 10 },
        1,
      )
    await devices.answer(codes[0], login, 1)
    await devices.answer(codes[1], { ...login, merchantId: 'm-2' }, 1)
    await devices.takeBack(login)
    const taken = [0, 1, 2].map(async (place) => (await devices.take(Buffer.alloc(32, place), 2)).kind)
    expect(await Promise.all(taken)).toEqual(['unknown', 'approved', 'pending'])
  })

  it('records the latest activity, whichever request writes last', async () => {
    const sessions = createPortalSessions(database.db)
    await sessions.add(HASH, SESSION)
    await sessions.see(HASH, 9_000)
    await sessions.see(HASH, 5_000)
    expect(await sessions.find(HASH)).toMatchObject({ seenAtMs: 9_000 })
  })

  it('removes inactive sessions, and those that are too old however they were used', async () => {
    const sessions = createPortalSessions(database.db)
    await sessions.add(HASH, SESSION)
    await sessions.add(OTHER, { ...SESSION, id: 's-2', seenAtMs: SESSION_MAX_MS })
    expect(await sessions.removeEnded(SESSION.seenAtMs + SESSION_IDLE_MS - 1)).toBe(0)
    expect(await sessions.removeEnded(SESSION.seenAtMs + SESSION_IDLE_MS)).toBe(1)
    expect(await sessions.removeEnded(SESSION.createdAtMs + SESSION_MAX_MS)).toBe(1)
  })

  it('removes any number of ended sessions, by statements of 200 at most', async () => {
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
      await sessions.add(idHash(1), {
        ...SESSION,
        id: `browser ${place}`,
        createdAtMs: ended - SESSION_IDLE_MS,
      })
      await sessions.add(idHash(2), { ...SESSION, id: `device ${place}`, device: 'sluice-gateway' })
    }
    expect(await createPortalSessions(db).removeEnded(ended)).toBe(500)
    expect(deletions).toEqual([200, 50, 200, 50])
  })

  it('keeps an inactive session of a device until it is too old', async () => {
    const sessions = createPortalSessions(database.db)
    await sessions.add(HASH, { ...SESSION, device: 'sluice-gateway' })
    expect((await sessions.find(HASH))?.device).toBe('sluice-gateway')
    expect(await sessions.removeEnded(SESSION.seenAtMs + SESSION_IDLE_MS)).toBe(0)
    expect(await sessions.removeEnded(SESSION.createdAtMs + SESSION_MAX_MS)).toBe(1)
  })

  it('gives an approved session to one of several concurrent requests', async () => {
    const devices = createDeviceRequests(database.db)
    const request = { deviceHash: HASH, userCode: 'BCDF-GHJK', name: 'p', address: '::1', expiresAtMs: 10 }
    expect(await devices.add(request, 9)).toBe(true)
    expect(await devices.find('BCDF-GHJK', 9)).toEqual(request)
    expect(await devices.find('BCDF-GHJK', 10)).toBeNull()
    const { userId, merchantId, roles, name, email, authenticatedAtMs } = SESSION
    const login = { userId, merchantId, roles, name, email, authenticatedAtMs }
    expect(await devices.answer('BCDF-GHJK', login, 9)).toBe(true)
    expect(await devices.answer('BCDF-GHJK', null, 9)).toBe(false)
    const taken = await Promise.all([devices.take(HASH, 9), devices.take(HASH, 9)])
    expect(taken.map(({ kind }) => kind).sort()).toEqual(['approved', 'unknown'])
    expect(taken).toContainEqual({ kind: 'approved', login, name: 'p' })
    await devices.add(request, 9)
    expect(await devices.removeExpired(9)).toBe(0)
    expect(await devices.removeExpired(10)).toBe(1)
  })

  it('gives a link to one of several concurrent requests', async () => {
    const links = createPortalLinks(database.db)
    await links.add(HASH, { merchantId: 'm-1', expiresAtMs: 10 })
    const taken = await Promise.all([links.take(HASH, 9), links.take(HASH, 9), links.take(HASH, 9)])
    expect(taken.filter((merchantId) => merchantId !== null)).toEqual(['m-1'])
  })

  it('returns no expired link, and removes it', async () => {
    const links = createPortalLinks(database.db)
    await links.add(HASH, { merchantId: 'm-1', expiresAtMs: 10 })
    await links.add(OTHER, { merchantId: 'm-1', expiresAtMs: 11 })
    expect(await links.take(HASH, 10)).toBeNull()
    expect(await links.removeExpired(10)).toBe(0)
    expect(await links.removeExpired(11)).toBe(1)
  })
})
