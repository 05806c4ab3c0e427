import type { Transaction } from 'kysely'

import type { Transact } from '@sluice/platform/database/transact'

import type { IdentityTables } from '../identity.tables.ts'
import { deleteSignIn, deleteUser } from './delete-user.store.ts'
import { findUser } from './find-users.store.ts'
import { hasGoodLink, insertLink, isGoodBy } from './sign-in-links.store.ts'
import { notifyOwners } from './user-notices.store.ts'
import type { UserOf, UserStore } from './user.ts'

/** Lets people begin: a link that resets how they sign in, its use, its withdrawal, and the account of a foreign provider. */
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

/** Takes away everything that a user signs in with, links too. False without such a user. */
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

/** Withdraws the links of a user, whose sign-in stays until the new link is used. False without such a user. */
async function withdrawLinks(
  trx: Transaction<IdentityTables>,
  { userId, merchantId }: UserOf,
): Promise<boolean> {
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
  return true
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
