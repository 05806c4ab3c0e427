import type { Transaction } from 'kysely'

import type { Transact } from '@sluice/platform/database/transact'

import type { IdentityTables } from '../identity.tables.ts'
import { deleteSignIn, deleteUser } from './delete-user.store.ts'
import { findUser } from './find-users.store.ts'
import { hasGoodLink, insertLink, isGoodBy } from './sign-in-links.store.ts'
import { notifyOwners } from './user-notices.store.ts'
import type { UserOf, UserStore } from './user.ts'

/** Stores how users get access: links that reset their sign-in, their use and withdrawal, and accounts at a foreign provider. */
export function createSignInStarts(
  transact: Transact<IdentityTables>,
): Pick<UserStore, 'reset' | 'withdrawLink' | 'tieAccount' | 'activate'> {
  return {
    reset: (user, link, nowMs, notice = null) =>
      transact(async (trx) => {
        const isFound =
          link.goodFromMs === null ? await takeSignInAway(trx, user, nowMs) : await withdrawLinks(trx, user)
        if (!isFound) return false
        await insertLink(trx, link, nowMs)
        await notifyOwners(trx, notice)
        return true
      }),

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

    tieAccount: (userId, { issuer, subject }, nowMs) =>
      transact(async (trx) => {
        if (!(await claimAddress(trx, userId))) return false
        // This locks the user, so that two concurrent accounts are linked one after the other.
        const user = await trx
          .updateTable('users')
          .set((known) => ({ activated_at: known.fn.coalesce('activated_at', known.val(nowMs)) }))
          .where('id', '=', userId)
          .where((known) =>
            // An expired invitation does not count: the account would belong to a merchant that no longer invites the user.
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
        // The invitation is now accepted, so its link must not set a password as well. A pending reset is cancelled where the
        // other owners are notified of it.
        await trx
          .deleteFrom('sign_in_links')
          .where('user_id', '=', userId)
          .where((link) => isGoodBy(link, nowMs))
          .execute()
        return true
      }),

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
        // If one user has several links, the first one used invalidates the others.
        // The credentials that the user had while the link was pending are deleted too.
        await deleteSignIn(trx, link.user_id)
        const user = await findUser(trx, link.user_id)
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
        return findUser(trx, link.user_id)
      }),
  }
}

/** Deletes all credentials and links of a user. Returns false for an unknown user. */
async function takeSignInAway(
  trx: Transaction<IdentityTables>,
  { userId, merchantId }: UserOf,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: null, totp_sealed: null, totp_used_step: null, sign_ins_ended_at: nowMs })
    .where('id', '=', userId)
    .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await deleteSignIn(trx, userId)
  return true
}

/** Withdraws the links of a user, whose credentials stay valid until a new link is used. Returns false for an unknown user. */
async function withdrawLinks(
  trx: Transaction<IdentityTables>,
  { userId, merchantId }: UserOf,
): Promise<boolean> {
  // An update without changes locks the row on both databases, so two concurrent requests leave one link.
  const user = await trx
    .updateTable('users')
    .set((known) => ({ name: known.ref('name') }))
    .where('id', '=', userId)
    .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .returning('id')
    .executeTakeFirst()
  if (user === undefined) return false
  await trx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  return true
}

/**
 * Reserves an e-mail address for this user and ends other invitations of it. Returns false if another user has the address by now.
 *
 * @decision 0271
 */
async function claimAddress(trx: Transaction<IdentityTables>, userId: string): Promise<boolean> {
  // An update without changes locks the rows on both databases: of two invitations accepted concurrently, one succeeds.
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
