import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely'

import type { PortalRole } from '@sluice/types/vocabulary'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { lockOldest } from '@sluice/platform/database/lock-oldest'
import { deleteOld } from '@sluice/platform/database/delete-old'
import type { Transact } from '@sluice/platform/database/transact'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { IdentityTables, UserTable } from '../identity.tables.ts'
import { laterEnd } from './later-end.store.ts'
import { createUserNotices, tellOwners } from './user-notices.store.ts'
import { lastingRoleOf, type SignInLink, type User, type UserOf, type UserStore } from './user.ts'

export interface UserStoreOptions {
  readonly db: Kysely<IdentityTables>
  readonly transact: Transact<IdentityTables>
  readonly sealer: Sealer
}

type Executor = Kysely<IdentityTables> | Transaction<IdentityTables>

/** What the secret of an authenticator app is sealed for. */
export function totpPurpose(userId: string): string {
  return `totp/${userId}`
}

export function createUserStore({ db, transact, sealer }: UserStoreOptions): UserStore {
  const selectFrom = (executor: Executor) =>
    executor.selectFrom('users').select((user) => [
      'id',
      'merchant_id',
      'email',
      'name',
      'roles',
      'activated_at',
      'created_at',
      'sign_ins_ended_at',
      'owner_changed_at',
      'password_hash',
      'totp_sealed',
      user
        .selectFrom('passkeys')
        .select((passkeys) => passkeys.fn.countAll<number>().as('count'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
      user
        .selectFrom('recovery_codes')
        .select((codes) => codes.fn.countAll<number>().as('count'))
        .whereRef('recovery_codes.user_id', '=', 'users.id')
        .as('recovery_codes'),
      user
        .selectFrom('sign_in_links')
        .select('good_from')
        .whereRef('sign_in_links.user_id', '=', 'users.id')
        .where('good_from', 'is not', null)
        .limit(1)
        .as('good_from'),
      user
        .selectFrom('sign_in_links')
        .select('requested_by')
        .whereRef('sign_in_links.user_id', '=', 'users.id')
        .where('good_from', 'is not', null)
        .limit(1)
        .as('requested_by'),
    ])

  const find = async (userId: string, executor: Executor = db) => {
    const row = await selectFrom(executor).where('id', '=', userId).executeTakeFirst()
    return row ? toUser(row) : null
  }

  return {
    add: (user, link, notice = null) =>
      transact(async (trx) => {
        await deleteLapsedInvitation(trx, user)
        if (await isAccepted(trx, user.email)) return 'taken'
        if (user.merchantId !== null && (await hasAll(trx, user.merchantId))) return 'full'
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('users')
          .values({
            id: user.id,
            merchant_id: user.merchantId,
            email: user.email,
            name: user.name,
            roles: JSON.stringify(user.roles),
            created_at: user.createdAtMs,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (!numInsertedOrUpdatedRows) return 'taken'
        await insertLink(trx, link, user.createdAtMs)
        await tellOwners(trx, notice)
        return 'added'
      }),

    find,

    async findByEmail(email) {
      const row = await selectFrom(db)
        .where('email', '=', email)
        .where('activated_at', 'is not', null)
        .executeTakeFirst()
      return row ? toUser(row) : null
    },

    async findInvited(email, nowMs) {
      const rows = await selectFrom(db)
        .where('email', '=', email)
        .where('activated_at', 'is', null)
        .where((user) => hasGoodLink(user, nowMs))
        .limit(2)
        .execute()
      const [row, other] = rows
      return row && !other ? toUser(row) : null
    },

    async list(merchantId) {
      const rows = await selectFrom(db)
        .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toUser)
    },

    async readSecrets(userId) {
      const row = await db
        .selectFrom('users')
        .select(['password_hash', 'totp_sealed', 'totp_used_step'])
        .where('id', '=', userId)
        .executeTakeFirst()
      return row
        ? {
            passwordHash: row.password_hash,
            totpSecret: row.totp_sealed && sealer.open(totpPurpose(userId), row.totp_sealed),
            totpUsedStep: row.totp_used_step,
          }
        : null
    },

    changeRoles: (user, roles, nowMs, notice = null) =>
      transact(async (trx) => {
        if (!(await mayLose(trx, user, roles))) return false
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({
            roles: JSON.stringify(roles),
            sign_ins_ended_at: nowMs,
            ...(notice === null ? {} : { owner_changed_at: nowMs }),
          })
          .where('id', '=', user.userId)
          .executeTakeFirst()
        await tellOwners(trx, notice)
        return numUpdatedRows > 0n
      }),

    remove: (user, notice = null) =>
      transact(async (trx) => {
        if (!(await mayLose(trx, user, []))) return false
        await tellOwners(trx, notice)
        return deleteUser(trx, user.userId)
      }),

    reset: ({ userId, merchantId }, link, nowMs, notice = null) =>
      transact(async (trx) => {
        if (link.goodFromMs !== null) {
          // An update that changes nothing locks on both databases: of two requests one link is left.
          const user = await trx
            .updateTable('users')
            .set((known) => ({ name: known.ref('name') }))
            .where('id', '=', userId)
            .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
            .returning('id')
            .executeTakeFirst()
          if (user === undefined) return false
          await trx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
          await insertLink(trx, link, nowMs)
          await tellOwners(trx, notice)
          return true
        }
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ password_hash: null, totp_sealed: null, totp_used_step: null, sign_ins_ended_at: nowMs })
          .where('id', '=', userId)
          .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await deleteSignIn(trx, userId)
        await insertLink(trx, link, nowMs)
        await tellOwners(trx, notice)
        return true
      }),

    async endWait(userId, nowMs, expiresAtMs) {
      const { numUpdatedRows } = await db
        .updateTable('sign_in_links')
        .set({ good_from: nowMs, expires_at: expiresAtMs })
        .where('user_id', '=', userId)
        .where('good_from', '>', nowMs)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    withdrawLink: (userId, nowMs) =>
      transact(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('sign_in_links')
          .where('user_id', '=', userId)
          .where('good_from', '>', nowMs)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await trx.deleteFrom('users').where('id', '=', userId).where('activated_at', 'is', null).execute()
        return true
      }),

    ...createUserNotices(db),

    async findByAccount({ issuer, subject }) {
      const row = await db
        .selectFrom('external_identities')
        .select('user_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row ? find(row.user_id) : null
    },

    tieAccount: (userId, { issuer, subject }, nowMs) =>
      transact(async (trx) => {
        if (!(await claimAddress(trx, userId))) return false
        // Locks the user, so that two accounts at once are tied one after the other.
        const user = await trx
          .updateTable('users')
          .set((known) => ({ activated_at: known.fn.coalesce('activated_at', known.val(nowMs)) }))
          .where('id', '=', userId)
          .where((known) =>
            // An invitation that lapsed is none: the account would belong to a merchant who invites no more.
            known.or([known('activated_at', 'is not', null), hasGoodLink(known, nowMs)]),
          )
          .returning('id')
          .executeTakeFirst()
        const other = await trx
          .selectFrom('external_identities')
          .select('subject')
          .where('user_id', '=', userId)
          .where('issuer', '=', issuer)
          .executeTakeFirst()
        if (user === undefined || other !== undefined) return false
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('external_identities')
          .values({ issuer, subject, user_id: userId, created_at: nowMs })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (!numInsertedOrUpdatedRows) return false
        // The invitation is accepted: its link must not set a password beside the account. A reset that waits is cancelled
        // where the other owners read of it.
        await trx
          .deleteFrom('sign_in_links')
          .where('user_id', '=', userId)
          .where((link) => isGoodBy(link, nowMs))
          .execute()
        return true
      }),

    async findByLink(tokenHash, nowMs) {
      const row = await db
        .selectFrom('sign_in_links')
        .select('user_id')
        .where('token_hash', '=', Buffer.from(tokenHash))
        .where('expires_at', '>', nowMs)
        .where((link) => isGoodBy(link, nowMs))
        .executeTakeFirst()
      return row ? find(row.user_id) : null
    },

    activate: ({ tokenHash, name, passwordHash }, nowMs) =>
      transact(async (trx) => {
        const invited = await trx
          .selectFrom('sign_in_links')
          .select('user_id')
          .where('token_hash', '=', Buffer.from(tokenHash))
          .executeTakeFirst()
        if (!invited || !(await claimAddress(trx, invited.user_id))) return null
        const link = await trx
          .deleteFrom('sign_in_links')
          .where('token_hash', '=', Buffer.from(tokenHash))
          .where('expires_at', '>', nowMs)
          .where((of) => isGoodBy(of, nowMs))
          .returning('user_id')
          .executeTakeFirst()
        if (!link) return null
        // Of several links that were given for one user, the first that is used ends the others.
        // What the person signed in with while the link waited goes as well.
        await deleteSignIn(trx, link.user_id)
        const user = await find(link.user_id, trx)
        await trx
          .updateTable('users')
          .set({
            name,
            password_hash: passwordHash,
            totp_sealed: null,
            totp_used_step: null,
            activated_at: nowMs,
            sign_ins_ended_at: nowMs,
            ...(user?.roles.includes('owner') ? { owner_changed_at: nowMs } : {}),
          })
          .where('id', '=', link.user_id)
          .execute()
        return find(link.user_id, trx)
      }),

    async setPasswordHash(userId, hash, endSignInsAtMs) {
      await db
        .updateTable('users')
        .set((user) => ({
          password_hash: hash,
          ...(endSignInsAtMs === null ? {} : { sign_ins_ended_at: laterEnd(user, endSignInsAtMs) }),
        }))
        .where('id', '=', userId)
        .execute()
    },

    async useTotpStep(userId, step) {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ totp_used_step: step })
        .where('id', '=', userId)
        .where((user) => user.or([user('totp_used_step', 'is', null), user('totp_used_step', '<', step)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async setTotpSecret(userId, { secret, step, endSignInsAtMs, isFirst }) {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set((user) => ({
          totp_sealed: sealer.seal(totpPurpose(userId), secret),
          totp_used_step: step,
          sign_ins_ended_at: laterEnd(user, endSignInsAtMs),
        }))
        .where('id', '=', userId)
        .$if(isFirst, (update) =>
          update
            .where('totp_sealed', 'is', null)
            .where(({ not, exists, selectFrom }) =>
              not(exists(selectFrom('passkeys').select('user_id').where('user_id', '=', userId))),
            ),
        )
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    setRecoveryCodes: (userId, codeHashes, nowMs) =>
      transact(async (trx) => {
        await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
        await trx
          .insertInto('recovery_codes')
          .values(
            codeHashes.map((hash) => ({
              code_hash: Buffer.from(hash),
              user_id: userId,
              created_at: nowMs,
            })),
          )
          .execute()
      }),

    async useRecoveryCode(userId, codeHash) {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', Buffer.from(codeHash))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    deleteExpiredLinks: (nowMs) =>
      deleteOld(db, { table: 'sign_in_links', key: ['token_hash'], column: 'expires_at', untilMs: nowMs }),
  }
}

/** Whether the merchant keeps an owner when the user has these roles. It holds the others until the transaction ends. */
async function mayLose(
  trx: Transaction<IdentityTables>,
  { userId, merchantId }: UserOf,
  roles: readonly PortalRole[],
): Promise<boolean> {
  const lasting = lastingRoleOf(merchantId)
  // An update that changes nothing locks on both databases: two owners who remove each other do so one after the other.
  const all = await trx
    .updateTable('users')
    .set((user) => ({ name: user.ref('name') }))
    .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .returning(['id', 'roles', 'activated_at'])
    .execute()
  const user = all.find(({ id }) => id === userId)
  if (user === undefined) return false
  const holds = (row: { readonly roles: string }) => (JSON.parse(row.roles) as PortalRole[]).includes(lasting)
  if (!holds(user) || user.activated_at === null || roles.includes(lasting)) return true
  return all.some((row) => row.id !== userId && row.activated_at !== null && holds(row))
}

/** Whether the merchant has as many users as there may be, invited ones too. */
async function hasAll(trx: Transaction<IdentityTables>, merchantId: string): Promise<boolean> {
  await lockOldest(trx, 'users', 'id', merchantId)
  const { users } = await trx
    .selectFrom('users')
    .select((user) => user.fn.countAll<number>().as('users'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return Number(users) >= MERCHANT_CAPS.users
}

/** Lets a merchant invite an address again whose invitation has lapsed. Who can still accept, or has, stays. */
async function deleteLapsedInvitation(
  trx: Transaction<IdentityTables>,
  { merchantId, email, createdAtMs }: Pick<User, 'merchantId' | 'email' | 'createdAtMs'>,
): Promise<void> {
  // An update that changes nothing locks on both databases: a link that is given at this moment is seen below.
  const invited = await trx
    .updateTable('users')
    .set((user) => ({ name: user.ref('name') }))
    .where('email', '=', email)
    .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .where('activated_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (invited === undefined) return
  const link = await trx
    .selectFrom('sign_in_links')
    .select('user_id')
    .where('user_id', '=', invited.id)
    .where('expires_at', '>', createdAtMs)
    .executeTakeFirst()
  if (link === undefined) await deleteUser(trx, invited.id)
}

async function isAccepted(trx: Transaction<IdentityTables>, email: string): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('activated_at', 'is not', null)
    .executeTakeFirst()
  return user !== undefined
}

/**
 * Makes an address this person's alone: other invitations of it end. False when the address is another's by now.
 *
 * @decision 0413
 */
async function claimAddress(trx: Transaction<IdentityTables>, userId: string): Promise<boolean> {
  // An update that changes nothing locks on both databases: of two invitations that are accepted at once, one is.
  const sharing = await trx
    .updateTable('users')
    .set((user) => ({ name: user.ref('name') }))
    .where('email', '=', (user) => user.selectFrom('users').select('email').where('id', '=', userId))
    .returning(['id', 'activated_at'])
    .execute()
  const others = sharing.filter(({ id }) => id !== userId)
  if (others.length === sharing.length || others.some((one) => one.activated_at !== null)) return false
  for (const { id } of others) await deleteUser(trx, id)
  return true
}

async function deleteUser(trx: Transaction<IdentityTables>, userId: string): Promise<boolean> {
  await deleteSignIn(trx, userId)
  await trx.deleteFrom('login_codes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('user_notices').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await trx.deleteFrom('users').where('id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

async function deleteSignIn(trx: Transaction<IdentityTables>, userId: string): Promise<void> {
  await trx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('external_identities').where('user_id', '=', userId).execute()
}

/** Whether the person has a link that is good. */
function hasGoodLink(user: ExpressionBuilder<IdentityTables, 'users'>, nowMs: number) {
  return user.exists(
    user
      .selectFrom('sign_in_links')
      .select('user_id')
      .whereRef('sign_in_links.user_id', '=', 'users.id')
      .where('expires_at', '>', nowMs)
      .where((link) => isGoodBy(link, nowMs)),
  )
}

/** Whether a link need not wait any more. */
function isGoodBy(link: ExpressionBuilder<IdentityTables, 'sign_in_links'>, nowMs: number) {
  return link.or([link('good_from', 'is', null), link('good_from', '<=', nowMs)])
}

async function insertLink(
  trx: Transaction<IdentityTables>,
  { tokenHash, userId, goodFromMs, requestedBy, expiresAtMs }: SignInLink,
  nowMs: number,
): Promise<void> {
  await trx
    .insertInto('sign_in_links')
    .values({
      token_hash: Buffer.from(tokenHash),
      user_id: userId,
      created_at: nowMs,
      good_from: goodFromMs,
      requested_by: requestedBy,
      expires_at: expiresAtMs,
    })
    .execute()
}

type UserRow = Omit<Selectable<UserTable>, 'totp_used_step'> & {
  readonly passkeys: number | null
  readonly recovery_codes: number | null
  readonly good_from: number | null
  readonly requested_by: string | null
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    email: row.email,
    name: row.name,
    roles: JSON.parse(row.roles) as PortalRole[],
    activatedAtMs: row.activated_at,
    createdAtMs: row.created_at,
    signInsEndedAtMs: row.sign_ins_ended_at,
    ownerChangedAtMs: row.owner_changed_at,
    waitsUntilMs: row.good_from,
    waitRequestedBy: row.requested_by,
    hasPassword: row.password_hash !== null,
    hasAuthenticator: row.totp_sealed !== null,
    passkeys: Number(row.passkeys ?? 0),
    recoveryCodes: Number(row.recovery_codes ?? 0),
  }
}
