import type { Transaction } from 'kysely'

import type { PortalRole } from '@sluice/types/vocabulary'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { lockOldest } from '@sluice/platform/database/lock-oldest'
import type { Transact } from '@sluice/platform/database/transact'

import type { IdentityTables } from '../identity.tables.ts'
import { deleteUser } from './delete-user.store.ts'
import { insertLink } from './sign-in-links.store.ts'
import { notifyOwners } from './user-notices.store.ts'
import { lastingRoleOf, type User, type UserOf, type UserStore } from './user.ts'

/** Adds users to a merchant, changes their roles and removes them. */
export function createMemberships(
  transact: Transact<IdentityTables>,
): Pick<UserStore, 'add' | 'changeRoles' | 'remove'> {
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
        await notifyOwners(trx, notice)
        return 'added'
      }),

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
        await notifyOwners(trx, notice)
        return numUpdatedRows > 0n
      }),

    remove: (user, notice = null) =>
      transact(async (trx) => {
        if (!(await mayLose(trx, user, []))) return false
        await notifyOwners(trx, notice)
        return deleteUser(trx, user.userId)
      }),
  }
}

/** Returns whether the merchant still has an owner if the user gets these roles; locks the owners until the transaction ends. */
async function mayLose(
  trx: Transaction<IdentityTables>,
  { userId, merchantId }: UserOf,
  roles: readonly PortalRole[],
): Promise<boolean> {
  const lasting = lastingRoleOf(merchantId)
  // An update without changes locks the rows on both databases: two owners who remove each other do so one after the other.
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

/** Returns whether the merchant has reached the limit of users, including invited ones. */
async function hasAll(trx: Transaction<IdentityTables>, merchantId: string): Promise<boolean> {
  await lockOldest(trx, 'users', 'id', merchantId)
  const { users } = await trx
    .selectFrom('users')
    .select((user) => user.fn.countAll<number>().as('users'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return Number(users) >= MERCHANT_CAPS.users
}

/** Deletes an expired invitation, so that the merchant can invite the address again. Other users of the address stay. */
async function deleteLapsedInvitation(
  trx: Transaction<IdentityTables>,
  { merchantId, email, createdAtMs }: Pick<User, 'merchantId' | 'email' | 'createdAtMs'>,
): Promise<void> {
  // An update without changes locks the row on both databases, so the query below sees a link that is being created.
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
