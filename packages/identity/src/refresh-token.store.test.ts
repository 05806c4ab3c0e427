import { expect, it } from 'vitest'

import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { type Database, describeOnBothDatabases } from '../test/databases.ts'
import { createBarrier } from '../../platform/test/barrier.ts'
import { createRefreshTokenStore } from './refresh-token.store.ts'
import { endOfFamilyMs, type RefreshFamily } from './refresh-token.ts'
import type { ScopeGrant } from './scope.ts'

const NOW_MS = 1_764_000_000_000
const HALF_HOUR_MS = 1_800_000

const family: RefreshFamily = {
  id: 'f-1',
  clientId: 'shop',
  merchantId: 'm-1',
  scope: 'profile email',
  expiresAtMs: endOfFamilyMs(NOW_MS),
  revokedAtMs: null,
}
const GRANT: ScopeGrant = { ok: true, granted: { scope: 'profile email', roles: ['merchant'] } }

async function prepare({ db, dialect }: OpenDatabase<Database>) {
  const random = createSystemRandom(systemClock)
  const transact = createTransact({ db, random, timers: systemTimers })
  let barrier: (() => Promise<void>) | null = null
  const store = createRefreshTokenStore(db, (work) =>
    transact(async (trx) => {
      await barrier?.()
      return work(trx)
    }),
  )
  /** Lets the next transactions begin before any of them continues. SQLite has only one at a time. */
  const begunTogether = (count: number) => {
    barrier = dialect === 'postgres' ? createBarrier(count) : null
  }
  await store.begin(family, hashSecret('first'), NOW_MS)
  const renew = (token: string, next: string, { clientId = 'shop', nowMs = NOW_MS, grant = GRANT } = {}) =>
    store.renew({
      tokenHash: hashSecret(token),
      nextHash: hashSecret(next),
      clientId,
      grantScope: () => grant,
      nowMs,
    })
  const refusalOf = async (renewing: ReturnType<typeof renew>) => {
    const renewed = await renewing
    return 'refusal' in renewed ? renewed.refusal.reason : null
  }
  return { store, renew, refusalOf, begunTogether }
}

describeOnBothDatabases('refresh tokens', (open) => {
  it('are renewed one after the other', async () => {
    const { renew } = await prepare(await open())
    expect(await renew('first', 'second')).toEqual({
      familyId: 'f-1',
      granted: { scope: 'profile email', roles: ['merchant'] },
      expiresAtMs: NOW_MS + HALF_HOUR_MS,
    })
    expect(await renew('second', 'third', { nowMs: NOW_MS + 60_000 })).toMatchObject({
      expiresAtMs: NOW_MS + 60_000 + HALF_HOUR_MS,
    })
  })

  it('are stored as hashes', async () => {
    const database = await open()
    await prepare(database)
    const rows = await database.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(rows.map((row) => row.token_hash.equals(hashSecret('first')))).toEqual([true])
    expect(JSON.stringify(rows)).not.toContain('first')
  })

  it('end their family when one is used again', async () => {
    const { renew, refusalOf } = await prepare(await open())
    await renew('first', 'second')
    expect(await refusalOf(renew('first', 'stolen'))).toBe('refresh_token_reused')
    expect(await refusalOf(renew('second', 'third'))).toBe('session_ended')
    expect(await refusalOf(renew('stolen', 'x'))).toBe('refresh_token_unknown')
  })

  it('are not touched by other clients', async () => {
    const { store, renew, refusalOf } = await prepare(await open())
    expect(await refusalOf(renew('first', 'x', { clientId: 'other' }))).toBe('refresh_token_unknown')
    await store.revoke(hashSecret('first'), 'other', NOW_MS)
    expect(await refusalOf(renew('first', 'second'))).toBeNull()
  })

  it('are not used up by a request for an unavailable scope', async () => {
    const { renew, refusalOf } = await prepare(await open())
    const grant: ScopeGrant = { ok: false, scopes: 'admin' }
    expect(await renew('first', 'x', { grant })).toEqual({
      refusal: { reason: 'scope_refused', scopes: 'admin' },
    })
    expect(await refusalOf(renew('first', 'second'))).toBeNull()
  })

  it('expire, and their family ends', async () => {
    const { renew, refusalOf } = await prepare(await open())
    expect(await refusalOf(renew('first', 'x', { nowMs: NOW_MS + HALF_HOUR_MS }))).toBe(
      'refresh_token_expired',
    )
    expect(await refusalOf(renew('first', 'x', { nowMs: family.expiresAtMs }))).toBe('session_ended')
  })

  it('can be revoked, with all their family', async () => {
    const { store, renew, refusalOf } = await prepare(await open())
    await renew('first', 'second')
    await store.revoke(hashSecret('first'), 'shop', NOW_MS)
    expect(await refusalOf(renew('second', 'x'))).toBe('session_ended')
    await store.revoke(hashSecret('nothing'), 'shop', NOW_MS)
  })

  it('give a new token to one of many concurrent callers, and end the family', async () => {
    const { renew, refusalOf, begunTogether } = await prepare(await open())
    begunTogether(8)
    const names = Array.from({ length: 8 }, (_, index) => `next-${index}`)
    const refusals = await Promise.all(names.map((name) => refusalOf(renew('first', name))))
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(1)
    expect(refusals).toContain('refresh_token_reused')
    // In every order of the calls, no token of the family remains valid.
    for (const name of names) expect(await refusalOf(renew(name, `${name}+`))).not.toBeNull()
  })

  it('leave nothing valid when one is used again while its successor is being renewed', async () => {
    const { renew, refusalOf, begunTogether } = await prepare(await open())
    for (let round = 0; round < 5; round += 1) {
      const [current, next] = round === 0 ? ['first', 'token-0'] : [`token-${round - 1}`, `token-${round}`]
      await renew(current, next)
    }
    begunTogether(3)
    await Promise.all([renew('token-4', 'after'), renew('first', 'stolen'), renew('token-2', 'stolen-too')])
    for (const name of ['after', 'stolen', 'stolen-too', 'token-4']) {
      expect(await refusalOf(renew(name, `${name}+`))).not.toBeNull()
    }
  })

  it('are deleted when the last of a family has expired', async () => {
    const database = await open()
    const { store, renew } = await prepare(database)
    await renew('first', 'second', { nowMs: NOW_MS + 60_000 })
    expect(await store.deleteExpired(NOW_MS + HALF_HOUR_MS)).toBe(0)
    expect(await store.deleteExpired(NOW_MS + 60_000 + HALF_HOUR_MS)).toBe(1)
    expect(await database.db.selectFrom('refresh_tokens').selectAll().execute()).toEqual([])
    expect(await database.db.selectFrom('refresh_families').selectAll().execute()).toEqual([])
  })

  it('are deleted however many have expired, a few hundred in each commit', async () => {
    const database = await open()
    const { store } = await prepare(database)
    const families = Array.from({ length: 1_200 }, (_, place) => ({
      family_id: `old-${place}`,
      client_id: 'shop',
      merchant_id: 'm-1',
      scope: 'email',
      created_at: 0,
      expires_at: 1,
      idle_at: 1,
    }))
    await database.db.insertInto('refresh_families').values(families).execute()
    expect(await store.deleteExpired(NOW_MS - 1)).toBe(1_200)
    const left = await database.db.selectFrom('refresh_families').select('family_id').execute()
    expect(left).toEqual([{ family_id: family.id }])
  })
})
