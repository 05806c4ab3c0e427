import { expect, it } from 'vitest'

import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { type Database, describeOnBothDatabases } from '../../test/databases.ts'
import { createLoginCodes } from '../sign-in/login-code.store.ts'
import { NETWORK_KNOWN_MS } from '../sign-in/known-networks.ts'
import { createKnownNetworks } from '../sign-in/known-networks.store.ts'
import { createPasskeyStore } from '../sign-in/passkey.store.ts'
import { createSignInFailures } from '../sign-in/sign-in-failures.store.ts'
import { LOCKOUT_MS } from '../sign-in/sign-in-failures.ts'
import { relyingPartyOf, verifyPasskey } from '../sign-in/use-passkeys.ts'
import { findAccountUser } from '../sign-in/prove-identity.ts'
import { AT_SERVER, createUsers, normalizeEmail } from './manage-users.ts'
import { createUserStore } from './user.store.ts'

const NOW_MS = 1_764_000_000_000

/** The lifetime of an invitation's link. */
const WEEK_MS = 7 * 86_400_000

function prepare({ db }: OpenDatabase<Database>) {
  const random = createSystemRandom(systemClock)
  const transact = createTransact<Database>({ db, random, timers: systemTimers })
  const store = createUserStore({ db, transact, sealer: createSealer(Buffer.alloc(32, 1), random) })
  let nowMs = NOW_MS
  const realTime = { now: () => nowMs }
  const wait = (ms: number) => void (nowMs += ms)
  const users = createUsers({
    users: store,
    random,
    realTime,
    linkUrl: (token) => token,
  })
  const invite = async (email: string, roles = ['owner'] as const, merchantId: string | null = 'm-1') => {
    const invited = await users.invite({ merchantId, email, name: 'Ada', roles: [...roles] }, AT_SERVER)
    if (!invited.ok) throw new Error(invited.refusal)
    return { id: invited.value.user.id, token: invited.value.url }
  }
  const accept = async (email: string) => {
    const { id, token } = await invite(email)
    await store.activate({ tokenHash: hashSecret(token), name: 'Ada', passwordHash: 'hash' }, NOW_MS)
    return id
  }
  const codes = createLoginCodes(db, transact)
  const addCode = (userId: string, attemptId = 'a-1') =>
    codes.add({
      codeHash: hashSecret(attemptId),
      attemptId,
      grantId: `g-${attemptId}`,
      userId,
      clientId: 'portal',
      redirectUri: 'https://portal.example/portal/callback',
      codeChallenge: 'challenge',
      nonce: null,
      scope: 'openid',
      methods: ['pwd'],
      authenticatedAtMs: NOW_MS,
      expiresAtMs: NOW_MS + 60_000,
    })
  const redeem = (attemptId = 'a-1') =>
    codes.redeem({
      codeHash: hashSecret(attemptId),
      clientId: 'portal',
      redirectUri: 'https://portal.example/portal/callback',
      codeChallenge: 'challenge',
      nowMs: NOW_MS,
    })
  return {
    db,
    store,
    users,
    wait,
    invite,
    accept,
    codes,
    addCode,
    redeem,
    passkeys: createPasskeyStore(db, transact),
  }
}

describeOnBothDatabases('the maximum number of users of a merchant', (open) => {
  it('are not exceeded, even by concurrent invitations, and removing one makes room', async () => {
    const { db, users } = prepare(await open())
    const rows = Array.from({ length: MERCHANT_CAPS.users - 1 }, (_, index) => ({
      id: `u-${index}`,
      merchant_id: 'm-1',
      email: `user-${index}@shop.example`,
      name: 'Ada',
      roles: '["support"]',
      created_at: NOW_MS + index,
    }))
    await db.insertInto('users').values(rows).execute()
    const request = { merchantId: 'm-1', name: 'Ada', roles: ['support'] } as const
    const emails = ['a@shop.example', 'b@shop.example', 'c@shop.example']
    const invited = await Promise.all(emails.map((email) => users.invite({ ...request, email }, AT_SERVER)))
    const refused = invited.filter(({ ok }) => !ok)
    expect(refused).toEqual([
      { ok: false, refusal: 'users_full' },
      { ok: false, refusal: 'users_full' },
    ])
    expect(await users.list('m-1')).toHaveLength(MERCHANT_CAPS.users)

    expect(await users.remove({ userId: 'u-7', merchantId: 'm-1' }, AT_SERVER)).toMatchObject({ ok: true })
    expect(await users.invite({ ...request, email: 'd@shop.example' }, AT_SERVER)).toMatchObject({ ok: true })
    // Another merchant, and the service, have their own.
    expect(
      await users.invite({ ...request, merchantId: 'm-2', email: 'e@shop.example' }, AT_SERVER),
    ).toMatchObject({
      ok: true,
    })
  })
})

describeOnBothDatabases('a reset of an owner', (open) => {
  const DAY_MS = 86_400_000
  const of = (userId: string) => ({ userId, merchantId: 'm-1' })
  /** Returns the notices, without those about people whom the test itself invites. */
  const noticesOf = async (store: ReturnType<typeof prepare>['store'], userId: string) =>
    (await store.listNotices(userId)).filter(({ kind }) => kind !== 'OWNER_INVITED')
  const activateBy = (url: string) => ({ tokenHash: hashSecret(url), name: 'Eve', passwordHash: 'other' })

  it('by another owner takes effect after a day, changes nothing before, and notifies the person', async () => {
    const { store, users, accept, wait } = prepare(await open())
    const ada = await accept('ada@shop.example')
    const eve = await accept('eve@shop.example')
    const issued = await users.resetSignIn(of(ada), { as: 'owner', userId: eve })
    if (!issued.ok) throw new Error(issued.refusal)
    expect(issued.value.goodFromMs).toBe(NOW_MS + DAY_MS)
    expect(await store.activate(activateBy(issued.value.url), NOW_MS + DAY_MS - 1)).toBeNull()
    expect(await users.find(ada)).toMatchObject({ hasPassword: true, signInsEndedAtMs: NOW_MS })
    expect(await noticesOf(store, ada)).toMatchObject([
      { kind: 'OWNER_RESET', doneBy: 'Ada (eve@shop.example)' },
    ])
    expect(await noticesOf(store, eve)).toEqual([])
    const [notice] = await noticesOf(store, ada)
    await users.acknowledgeNotices(eve, [notice?.id ?? ''])
    expect(await noticesOf(store, ada)).toHaveLength(1)
    await users.acknowledgeNotices(ada, [notice?.id ?? ''])
    expect(await noticesOf(store, ada)).toEqual([])
    wait(DAY_MS)
    expect(await store.activate(activateBy(issued.value.url), NOW_MS + DAY_MS)).toMatchObject({ id: ada })
  })

  it('is confirmed by the person or by a second owner of at least a day, and cancelled by either', async () => {
    const { store, users, accept, wait } = prepare(await open())
    const ada = await accept('ada@shop.example')
    const eve = await accept('eve@shop.example')
    const bob = await accept('bob@shop.example')
    const reset = () => users.resetSignIn(of(ada), { as: 'owner', userId: eve })
    const refused = { ok: false, refusal: 'confirmation_not_allowed' }
    await reset()
    expect(await users.confirmLink(of(ada), eve)).toEqual(refused)
    expect(await users.confirmLink(of(ada), bob)).toEqual(refused)
    expect(await users.cancelLink(of(ada))).toEqual({ ok: true, value: null })
    expect(await users.cancelLink(of(ada))).toEqual({ ok: false, refusal: 'nothing_waits' })
    expect(await users.find(ada)).toMatchObject({ hasPassword: true })
    wait(DAY_MS)
    const again = await reset()
    expect(await users.confirmLink(of(ada), bob)).toMatchObject({ ok: true })
    const url = again.ok ? again.value.url : ''
    expect(await store.activate(activateBy(url), NOW_MS + DAY_MS)).toMatchObject({ id: ada })
  })

  it('does not come sooner for an owner who was just demoted; the server resets at once', async () => {
    const { store, users, accept } = prepare(await open())
    const ada = await accept('ada@shop.example')
    const eve = await accept('eve@shop.example')
    const by = { as: 'owner', userId: eve } as const
    await users.changeRoles(of(ada), ['support'], by)
    expect(await users.resetSignIn(of(ada), by)).toMatchObject({ value: { goodFromMs: NOW_MS + DAY_MS } })
    expect(await users.resetSignIn(of(ada), AT_SERVER)).toMatchObject({ value: { goodFromMs: null } })
    expect((await noticesOf(store, ada)).map(({ kind }) => kind).sort()).toEqual([
      'OWNER_RESET',
      'OWNER_RESET',
      'OWNER_ROLE_TAKEN',
    ])
  })

  it('and an invitation of an owner by an operator waits if there are owners, and can be withdrawn', async () => {
    const { users, accept } = prepare(await open())
    const by = { as: 'operator', userId: 'op-1' } as const
    const request = { email: 'olga@service.example', name: 'Olga', roles: ['owner'] as const }
    expect(await users.invite({ ...request, merchantId: 'm-2' }, by)).toMatchObject({
      value: { goodFromMs: null },
    })
    const ada = await accept('ada@shop.example')
    const invited = await users.invite({ ...request, email: 'two@service.example', merchantId: 'm-1' }, by)
    expect(invited).toMatchObject({ ok: true, value: { goodFromMs: NOW_MS + DAY_MS } })
    expect(await users.listNotices(ada)).toMatchObject([{ kind: 'OWNER_INVITED', doneBy: null }])
    expect(await users.cancelLink(of(invited.ok ? invited.value.user.id : ''))).toMatchObject({ ok: true })
    expect(await users.list('m-1')).toHaveLength(1)
  })
})

describeOnBothDatabases('users', (open) => {
  it('have one account for one address, whatever its capitals', async () => {
    const { users, accept } = prepare(await open())
    await accept('Ada@Shop.example')
    const again = { merchantId: 'm-2', email: ' ada@shop.EXAMPLE ', name: 'Eve', roles: ['owner'] as const }
    expect(await users.invite(again, AT_SERVER)).toEqual({ ok: false, refusal: 'email_taken' })
    expect(await users.list('m-2')).toEqual([])
  })

  it('are invited by several merchants, until one invitation is accepted', async () => {
    const { db, store, users, invite } = prepare(await open())
    const [first, second] = [
      await invite('ada@shop.example'),
      await invite('ada@shop.example', ['owner'], 'm-2'),
    ]
    await invite('ada@shop.example', ['owner'], 'm-3')
    const accept = ({ token }: { token: string }) =>
      store.activate({ tokenHash: hashSecret(token), name: 'Ada', passwordHash: 'hash' }, NOW_MS)
    expect(await store.findByEmail('ada@shop.example')).toBeNull()
    expect(await accept(second)).toMatchObject({ merchantId: 'm-2' })
    expect(await store.findByEmail('ada@shop.example')).toMatchObject({ id: second.id })
    expect(await accept(first)).toBeNull()
    expect([await users.list('m-1'), await users.list('m-3')]).toEqual([[], []])
    expect(await db.selectFrom('sign_in_links').selectAll().execute()).toEqual([])
  })

  it('accept one of two invitations that are accepted at the same time', async () => {
    const { store, invite } = prepare(await open())
    const links = [await invite('ada@shop.example'), await invite('ada@shop.example', ['owner'], 'm-2')]
    const accepted = await Promise.all(
      links.map(({ token }) =>
        store.activate({ tokenHash: hashSecret(token), name: 'Ada', passwordHash: 'hash' }, NOW_MS),
      ),
    )
    expect(accepted.filter((user) => user !== null)).toHaveLength(1)
  })

  it('are invited once by one merchant while the invitation is valid, and not a millisecond longer', async () => {
    const { db, store, users, invite, wait } = prepare(await open())
    const lapsed = await invite('ada@shop.example')
    const request = { merchantId: 'm-1', email: 'ada@shop.example', name: 'Ada', roles: ['owner'] as const }
    wait(WEEK_MS - 1)
    expect(await users.invite(request, AT_SERVER)).toEqual({ ok: false, refusal: 'email_taken' })
    expect(await store.findByLink(hashSecret(lapsed.token), NOW_MS + WEEK_MS - 1)).not.toBeNull()
    wait(1)
    expect(await users.invite(request, AT_SERVER)).toMatchObject({ ok: true })
    expect(await users.list('m-1')).toHaveLength(1)
    const links = await db.selectFrom('sign_in_links').select('user_id').execute()
    expect(links.map(({ user_id: id }) => id)).not.toContain(lapsed.id)
    expect(links).toHaveLength(1)
  })

  it('are invited once by two users of one merchant at the same time', async () => {
    const { store, users, invite, wait } = prepare(await open())
    await invite('ada@shop.example')
    wait(WEEK_MS)
    await store.deleteExpiredLinks(NOW_MS + WEEK_MS)
    const request = { merchantId: 'm-1', email: 'ada@shop.example', name: 'Ada', roles: ['owner'] as const }
    const both = await Promise.all([request, request].map((one) => users.invite(one, AT_SERVER)))
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  it('keep their address where they accepted', async () => {
    const { users, accept, wait } = prepare(await open())
    await accept('ada@shop.example')
    wait(WEEK_MS)
    expect(
      await users.invite(
        { merchantId: 'm-2', email: 'ada@shop.example', name: 'Mallory', roles: ['owner'] },
        AT_SERVER,
      ),
    ).toEqual({ ok: false, refusal: 'email_taken' })
  })

  it('are linked to no merchant by a foreign account while several invite its address', async () => {
    const { store, users, invite } = prepare(await open())
    const ports = { users: store, realTime: { now: () => NOW_MS } }
    const account = {
      issuer: 'https://login.example',
      subject: 's-1',
      email: 'ada@shop.example',
      authenticatedAtMs: NOW_MS,
    }
    const first = await invite('ada@shop.example')
    const second = await invite('ada@shop.example', ['owner'], 'm-2')
    expect(await findAccountUser(ports, account)).toBeNull()
    await store.activate({ tokenHash: hashSecret(second.token), name: 'Ada', passwordHash: 'hash' }, NOW_MS)
    expect(await findAccountUser(ports, account)).toMatchObject({ id: second.id, merchantId: 'm-2' })
    expect(await users.find(first.id)).toBeNull()
  })

  it('keep a pending reset when they link a foreign account', async () => {
    const { store, users, accept } = prepare(await open())
    const [ada, eve] = [await accept('ada@shop.example'), await accept('eve@shop.example')]
    await users.resetSignIn({ userId: ada, merchantId: 'm-1' }, { as: 'owner', userId: eve })
    expect(await store.tieAccount(ada, { issuer: 'https://login.example', subject: 's-1' }, NOW_MS)).toBe(
      true,
    )
    expect(await users.find(ada)).toMatchObject({ waitRequestedBy: eve })
  })

  it('are linked to no account by an expired invitation', async () => {
    const { store, users, invite, accept } = prepare(await open())
    const { id } = await invite('ada@shop.example')
    const account = { issuer: 'https://login.example', subject: 's-1' }
    expect(await store.tieAccount(id, account, NOW_MS + WEEK_MS)).toBe(false)
    expect(await users.find(id)).toMatchObject({ activatedAtMs: null })
    expect(await store.findByAccount(account)).toBeNull()
    // A user who accepted before needs no link.
    const active = await accept('eve@shop.example')
    expect(await store.tieAccount(active, account, NOW_MS + WEEK_MS)).toBe(true)
  })

  it.each([
    [{ email: 'no address' }, 'email_not_valid'],
    [{ email: 'a@b' }, 'email_not_valid'],
    [{ name: ' ' }, 'name_missing'],
    [{ name: 'A\u202Eda' }, 'name_missing'],
    [{ name: '4242 4242 4242 4242' }, 'name_missing'],
    [{ roles: [] }, 'roles_not_valid'],
    [{ roles: ['operator'] as const }, 'roles_not_valid'],
    [{ roles: ['owner', 'owner'] as const }, 'roles_not_valid'],
    [{ merchantId: null }, 'roles_not_valid'],
  ])('are not invited with %j', async (changes, refusal) => {
    const { users } = prepare(await open())
    const given = { merchantId: 'm-1', email: 'a@b.example', name: 'Ada', roles: ['owner'] as const }
    expect(await users.invite({ ...given, ...changes }, AT_SERVER)).toEqual({ ok: false, refusal })
  })

  it('do not exist for another merchant', async () => {
    const { users, accept } = prepare(await open())
    const userId = await accept('ada@shop.example')
    await accept('bob@shop.example')
    const foreign = { userId, merchantId: 'm-2' }
    const unknown = { ok: false, refusal: 'user_unknown' }
    expect(await users.list('m-2')).toEqual([])
    expect(await users.changeRoles(foreign, ['support'], AT_SERVER)).toEqual(unknown)
    expect(await users.remove(foreign, AT_SERVER)).toEqual(unknown)
    expect(await users.resetSignIn(foreign, AT_SERVER)).toEqual(unknown)
    expect(await users.resetSignIn({ userId, merchantId: null }, AT_SERVER)).toEqual(unknown)
    expect(await users.find(userId)).toMatchObject({ roles: ['owner'], hasPassword: true })
  })

  it('always have an owner among them, also when two leave at once', async () => {
    const { users, accept, invite } = prepare(await open())
    const one = { userId: await accept('ada@shop.example'), merchantId: 'm-1' }
    await invite('invited@shop.example')
    expect(await users.remove(one, AT_SERVER)).toEqual({ ok: false, refusal: 'last_owner' })
    expect(await users.changeRoles(one, ['support'], AT_SERVER)).toEqual({ ok: false, refusal: 'last_owner' })
    const other = { userId: await accept('bob@shop.example'), merchantId: 'm-1' }
    const both = await Promise.all([
      users.remove(one, AT_SERVER),
      users.changeRoles(other, ['finance'], AT_SERVER),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('leave nothing behind when they are removed', async () => {
    const { db, store, users, accept, addCode, passkeys } = prepare(await open())
    await accept('bob@shop.example')
    const userId = await accept('ada@shop.example')
    await addCode(userId)
    await store.setRecoveryCodes(userId, [hashSecret('code')], NOW_MS)
    const key = { credentialId: 'c', userId, publicKey: new Uint8Array(3), signCount: 0, transports: [] }
    await passkeys.add(key, NOW_MS, NOW_MS)
    expect(await users.find(userId)).toMatchObject({ passkeys: 1, recoveryCodes: 1 })
    expect(await users.remove({ userId, merchantId: 'm-1' }, AT_SERVER)).toEqual({ ok: true, value: null })
    for (const table of ['login_codes', 'recovery_codes', 'passkeys', 'sign_in_links'] as const)
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', userId).execute(), table).toEqual(
        [],
      )
  })

  it('have a link that counts once, also for two concurrent visitors', async () => {
    const { store, invite } = prepare(await open())
    const { token } = await invite('ada@shop.example')
    const activate = () =>
      store.activate({ tokenHash: hashSecret(token), name: 'Ada', passwordHash: 'hash' }, NOW_MS)
    const used = await Promise.all([activate(), activate()])
    expect(used.filter((user) => user !== null)).toHaveLength(1)
  })

  it('are not found by text that a database rejects', async () => {
    const { store, users, passkeys } = prepare(await open())
    const email = 'a\u0000b@shop.example'
    const request = { merchantId: 'm-1', email, name: 'Ada', roles: ['owner'] as const }
    expect(await users.invite(request, AT_SERVER)).toEqual({ ok: false, refusal: 'email_not_valid' })
    expect(await store.findByEmail(normalizeEmail(email) ?? '')).toBeNull()
    const unknown = { ok: false, refusal: 'user_unknown' }
    expect(await users.remove({ userId: '\u0000', merchantId: 'm-1' }, AT_SERVER)).toEqual(unknown)
    expect(await users.resetSignIn({ userId: '\u0000', merchantId: 'm-1' }, AT_SERVER)).toEqual(unknown)
    const party = relyingPartyOf('https://portal.example')
    const proof = { challenge: 'c', credential: JSON.stringify({ id: '\u0000' }), nowMs: NOW_MS }
    expect(await verifyPasskey(passkeys, party, proof)).toBeNull()
  })

  it('have no link once an account of a provider has accepted the invitation', async () => {
    const { store, invite } = prepare(await open())
    const account = { issuer: 'https://login.example', subject: 's-1' }
    const invited = await invite('ada@shop.example')
    expect(await store.tieAccount(invited.id, account, NOW_MS)).toBe(true)
    expect(await store.findByLink(hashSecret(invited.token), NOW_MS)).toBeNull()
    // A tie that fails takes nothing away.
    const other = await invite('eve@shop.example')
    expect(await store.tieAccount(other.id, account, NOW_MS)).toBe(false)
    expect(await store.findByLink(hashSecret(other.token), NOW_MS)).toMatchObject({ id: other.id })
  })

  it('have a secret that only the master key opens, and time steps that count once', async () => {
    const { db, store, accept } = prepare(await open())
    const userId = await accept('ada@shop.example')
    const app = { secret: Buffer.from('secret of the app'), step: 7, endSignInsAtMs: NOW_MS, isFirst: true }
    expect(await store.setTotpSecret(userId, app)).toBe(true)
    const row = await db.selectFrom('users').select('totp_sealed').executeTakeFirstOrThrow()
    expect(row.totp_sealed?.includes('secret')).toBe(false)
    expect(await store.readSecrets(userId)).toMatchObject({ totpSecret: Buffer.from('secret of the app') })
    expect([await store.useTotpStep(userId, 7), await store.useTotpStep(userId, 6)]).toEqual([false, false])
    const both = await Promise.all([store.useTotpStep(userId, 8), store.useTotpStep(userId, 8)])
    expect(both.sort()).toEqual([false, true])
  })

  it('are replaced only after a second factor was shown, and end earlier sign-ins', async () => {
    const { db, store, accept, passkeys } = prepare(await open())
    const userId = await accept('ada@shop.example')
    const app = (name: string, isFirst: boolean) => ({
      secret: Buffer.from(name),
      step: 7,
      endSignInsAtMs: NOW_MS + 5,
      isFirst,
    })
    const secretOf = async () => String((await store.readSecrets(userId))?.totpSecret)
    const both = [
      store.setTotpSecret(userId, app('first', true)),
      store.setTotpSecret(userId, app('first', true)),
    ]
    expect((await Promise.all(both)).sort()).toEqual([false, true])
    expect((await store.find(userId))?.signInsEndedAtMs).toBe(NOW_MS + 5)
    expect(await store.setTotpSecret(userId, app('stranger', true))).toBe(false)
    expect(await secretOf()).toBe('first')
    // An earlier proof takes back no later end.
    expect(await store.setTotpSecret(userId, { ...app('second', false), endSignInsAtMs: NOW_MS })).toBe(true)
    expect(await secretOf()).toBe('second')
    await store.setPasswordHash(userId, 'hash', NOW_MS)
    expect((await store.find(userId))?.signInsEndedAtMs).toBe(NOW_MS + 5)
    await db.updateTable('users').set({ totp_sealed: null }).execute()
    const key = { publicKey: new Uint8Array(1), signCount: 0, transports: [] }
    await passkeys.add({ ...key, credentialId: 'c-1', userId }, NOW_MS, NOW_MS)
    expect(await store.setTotpSecret(userId, app('stranger', true))).toBe(false)
  })
})

describeOnBothDatabases('codes of sign-ins', (open) => {
  it('are issued once for a sign-in, and redeemed by one of two concurrent requests', async () => {
    const { accept, addCode, redeem, codes } = prepare(await open())
    const userId = await accept('ada@shop.example')
    expect([await addCode(userId), await addCode(userId)]).toEqual([true, false])
    const both = await Promise.all([redeem(), redeem()])
    expect(both.filter((one) => 'refusal' in one)).toEqual([{ refusal: 'code_reused' }])
    expect(await codes.findLogin('g-a-1')).toBeNull()
  })

  it('are deleted when they are old', async () => {
    const { accept, addCode, redeem, codes } = prepare(await open())
    await addCode(await accept('ada@shop.example'))
    expect(await codes.deleteExpired(NOW_MS)).toBe(0)
    expect(await codes.deleteExpired(NOW_MS + 60_000)).toBe(1)
    expect(await redeem()).toEqual({ refusal: 'code_unknown' })
  })
})

describeOnBothDatabases('passkeys', (open) => {
  it('end the sign-ins before the one that adds them, and do not restore those that ended later', async () => {
    const { passkeys, users, accept, addCode, redeem } = prepare(await open())
    const userId = await accept('ada@shop.example')
    const key = { userId, publicKey: new Uint8Array(3), signCount: 0, transports: [] }
    await addCode(userId)
    expect(await passkeys.add({ ...key, credentialId: 'own' }, NOW_MS + 9, NOW_MS)).toBe(true)
    expect(await redeem()).not.toHaveProperty('refusal')
    await addCode(userId, 'a-2')
    expect(await passkeys.add({ ...key, credentialId: 'other' }, NOW_MS + 9, NOW_MS + 5)).toBe(true)
    expect(await redeem('a-2')).toHaveProperty('refusal')
    await passkeys.add({ ...key, credentialId: 'earlier' }, NOW_MS + 9, NOW_MS + 1)
    // A credential that is known adds nothing and ends nothing.
    expect(await passkeys.add({ ...key, credentialId: 'own' }, NOW_MS + 9, NOW_MS + 8)).toBe(false)
    expect(await users.find(userId)).toMatchObject({ signInsEndedAtMs: NOW_MS + 5, passkeys: 3 })
  })

  it('passkeys whose counter does not increase are refused, because they were cloned', async () => {
    const { passkeys } = prepare(await open())
    const key = { userId: 'u', publicKey: new Uint8Array(3), transports: ['internal'] }
    await passkeys.add({ ...key, credentialId: 'counts', signCount: 5 }, NOW_MS, NOW_MS)
    await passkeys.add({ ...key, credentialId: 'never', signCount: 0 }, NOW_MS, NOW_MS)
    expect(await passkeys.add({ ...key, credentialId: 'never', signCount: 0 }, NOW_MS, NOW_MS)).toBe(false)
    expect(await passkeys.use('counts', 5, NOW_MS)).toBe(false)
    expect(await passkeys.use('counts', 0, NOW_MS)).toBe(false)
    expect(await passkeys.use('counts', 6, NOW_MS)).toBe(true)
    expect(await passkeys.use('never', 0, NOW_MS)).toBe(true)
    expect((await passkeys.list('u')).map(({ signCount }) => signCount).sort()).toEqual([0, 6])
  })
})

describeOnBothDatabases('networks of sign-ins', (open) => {
  it('are remembered for ninety days after the last sign-in, for anyone and for the account', async () => {
    const networks = createKnownNetworks((await open()).db)
    const visit = (network: string, id = 'ada', signInsEndedAtMs: number | null = null) => ({
      network,
      user: { id, signInsEndedAtMs },
    })
    await networks.remember(visit('192.0.2.1'), NOW_MS)
    await networks.remember(visit('192.0.2.1'), NOW_MS + 1000)
    await networks.remember(visit('192.0.2.2'), NOW_MS)
    const end = NOW_MS + NETWORK_KNOWN_MS
    const known = { byAnyone: true, byAccount: true }
    const unknown = { byAnyone: false, byAccount: false }
    expect(await networks.look(visit('192.0.2.1'), end)).toEqual(known)
    expect(await networks.look(visit('192.0.2.1', 'eve'), end)).toEqual({
      ...known,
      byAccount: false,
    })
    // A reset, or another password: the networks from before are those of strangers.
    expect(await networks.look(visit('192.0.2.1', 'ada', 1), end)).toEqual({ ...known, byAccount: false })
    expect(await networks.look({ network: '192.0.2.1', user: null }, end)).toEqual({
      ...known,
      byAccount: false,
    })
    expect(await networks.look(visit('192.0.2.2'), end)).toEqual(unknown)
    expect(await networks.look(visit('192.0.2.3'), NOW_MS)).toEqual(unknown)
    expect(await networks.deleteExpired(end)).toBe(2)
    expect(await networks.look(visit('192.0.2.1'), NOW_MS)).toEqual(known)
  })
})

describeOnBothDatabases('failures of sign-ins', (open) => {
  it('lock for half an hour from the attempt that exceeded the limit', async () => {
    const failures = createSignInFailures((await open()).db)
    const subject = ['account', 'ada@shop.example']
    const tryAt = (nowMs: number) => failures.countTry(subject, 2, nowMs)
    expect([await tryAt(NOW_MS), await tryAt(NOW_MS + 1000), await tryAt(NOW_MS + 2000)]).toEqual([
      null,
      null,
      1800,
    ])
    // Trying on does not make it longer.
    expect(await tryAt(NOW_MS + 602_000)).toBe(1200)
    expect(await tryAt(NOW_MS + 2000 + LOCKOUT_MS)).toBeNull()
    await failures.forget(subject)
    expect(await failures.deleteExpired(NOW_MS + 10 * LOCKOUT_MS)).toBe(0)
  })

  it('do not count a withdrawn attempt', async () => {
    const failures = createSignInFailures((await open()).db)
    const subject = ['address', '192.0.2.1']
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await failures.countTry(subject, 1, NOW_MS)).toBeNull()
      await failures.takeBack(subject)
    }
    expect(await failures.deleteExpired(NOW_MS + LOCKOUT_MS)).toBe(1)
  })
})
