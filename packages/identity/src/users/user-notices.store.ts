import type { Kysely, Transaction } from 'kysely'

import type { Transact } from '@sluice/platform/database/transact'

import type { IdentityTables } from '../identity.tables.ts'
import type { NoticeKind, NoticeToOwners, UserStore } from './user.ts'

/** A page of notices; the next ones are shown when these are acknowledged. */
const NOTICES_SHOWN = 20

/** The maximum number of notices: a merchant's subscriptions have about as many addresses. */
const NOTICES_OF_A_KIND = 50

export function createUserNotices(
  db: Kysely<IdentityTables>,
  transact: Transact<IdentityTables>,
): Pick<UserStore, 'replaceNotice' | 'listNotices' | 'acknowledgeNotices'> {
  return {
    replaceNotice: (notice) =>
      transact(async (trx) => {
        await trx
          .deleteFrom('user_notices')
          .where('kind', '=', notice.kind)
          .where('about', notice.about === null ? 'is' : '=', notice.about)
          .where('user_id', 'in', (eb) =>
            eb.selectFrom('users').select('id').where('merchant_id', '=', notice.merchantId),
          )
          .execute()
        await notifyOwners(trx, notice)
        await deleteOldest(trx, notice)
      }),

    async listNotices(userId) {
      const rows = await db
        .selectFrom('user_notices')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(NOTICES_SHOWN)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind as NoticeKind,
        aboutUserId: row.about_user_id,
        about: row.about,
        doneBy: row.done_by,
        createdAtMs: row.created_at,
      }))
    },

    async acknowledgeNotices(userId, ids) {
      if (ids.length === 0) return
      await db.deleteFrom('user_notices').where('user_id', '=', userId).where('id', 'in', ids).execute()
    },
  }
}

/** Keeps only the newest notices of a kind: */
async function deleteOldest(
  trx: Transaction<IdentityTables>,
  { kind, merchantId }: NoticeToOwners,
): Promise<void> {
  const rows = await trx
    .selectFrom('user_notices')
    .innerJoin('users', 'users.id', 'user_notices.user_id')
    .select(['user_notices.user_id', 'user_notices.id'])
    .where('users.merchant_id', '=', merchantId)
    .where('user_notices.kind', '=', kind)
    .orderBy('user_notices.id', 'desc')
    .execute()
  const kept = new Map<string, number>()
  for (const { user_id: userId, id } of rows) {
    const count = (kept.get(userId) ?? 0) + 1
    kept.set(userId, count)
    if (count <= NOTICES_OF_A_KIND) continue
    await trx.deleteFrom('user_notices').where('user_id', '=', userId).where('id', '=', id).execute()
  }
}

/** Writes a notice to each owner of the merchant and to the person concerned, in the commit of the change itself. */
export async function notifyOwners(
  trx: Transaction<IdentityTables>,
  notice: NoticeToOwners | null,
): Promise<void> {
  if (notice === null) return
  const active = await trx
    .selectFrom('users')
    .select(['id', 'roles'])
    .where('merchant_id', '=', notice.merchantId)
    .where('activated_at', 'is not', null)
    .execute()
  const rows = active
    .filter(
      ({ id, roles }) =>
        id !== notice.doneByUserId &&
        (id === notice.aboutUserId || (JSON.parse(roles) as string[]).includes('owner')),
    )
    .map(({ id }) => ({
      user_id: id,
      id: notice.id,
      kind: notice.kind,
      about_user_id: notice.aboutUserId,
      about: notice.about,
      done_by: notice.doneBy,
      created_at: notice.createdAtMs,
    }))
  if (rows.length > 0) await trx.insertInto('user_notices').values(rows).execute()
}
