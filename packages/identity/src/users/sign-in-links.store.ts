import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'

import { deleteOld } from '@sluice/platform/database/delete-old'

import type { IdentityTables } from '../identity.tables.ts'
import type { SignInLink, UserStore } from './user.ts'

/** Activates pending one-time links, and deletes expired ones. */
export function createSignInLinks(
  db: Kysely<IdentityTables>,
): Pick<UserStore, 'endWait' | 'deleteExpiredLinks'> {
  return {
    async endWait(userId, nowMs, expiresAtMs) {
      const { numUpdatedRows } = await db
        .updateTable('sign_in_links')
        .set({ good_from: nowMs, expires_at: expiresAtMs })
        .where('user_id', '=', userId)
        .where('good_from', '>', nowMs)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    deleteExpiredLinks: (nowMs) =>
      deleteOld(db, { table: 'sign_in_links', key: ['token_hash'], column: 'expires_at', untilMs: nowMs }),
  }
}

export async function insertLink(
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

/** Matches users who have a valid link. */
export function hasGoodLink(user: ExpressionBuilder<IdentityTables, 'users'>, nowMs: number) {
  return user.exists(
    user
      .selectFrom('sign_in_links')
      .select('user_id')
      .whereRef('sign_in_links.user_id', '=', 'users.id')
      .where('expires_at', '>', nowMs)
      .where((link) => isGoodBy(link, nowMs)),
  )
}

/** Matches links that can be used: those without a waiting period, or whose waiting period is over. */
export function isGoodBy(link: ExpressionBuilder<IdentityTables, 'sign_in_links'>, nowMs: number) {
  return link.or([link('good_from', 'is', null), link('good_from', '<=', nowMs)])
}
