import type { Kysely, Selectable, Transaction } from 'kysely'

import type { PortalRole } from '@sluice/types/vocabulary'

import type { IdentityTables, UserTable } from '../identity.tables.ts'
import { hasGoodLink, isGoodBy } from './sign-in-links.store.ts'
import type { User, UserStore } from './user.ts'

type Executor = Kysely<IdentityTables> | Transaction<IdentityTables>

/** Finds users, each with the ways in which they can sign in. */
export function createUserLookup(
  db: Kysely<IdentityTables>,
): Pick<UserStore, 'find' | 'findByEmail' | 'findInvited' | 'list' | 'findByAccount' | 'findByLink'> {
  return {
    find: (userId) => findUser(db, userId),

    async findByEmail(email) {
      const row = await selectUsers(db)
        .where('email', '=', email)
        .where('activated_at', 'is not', null)
        .executeTakeFirst()
      return row ? toUser(row) : null
    },

    async findInvited(email, nowMs) {
      const rows = await selectUsers(db)
        .where('email', '=', email)
        .where('activated_at', 'is', null)
        .where((user) => hasGoodLink(user, nowMs))
        .limit(2)
        .execute()
      const [row, other] = rows
      return row && !other ? toUser(row) : null
    },

    async list(merchantId) {
      const rows = await selectUsers(db)
        .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toUser)
    },

    async findByAccount({ issuer, subject }) {
      const row = await db
        .selectFrom('external_identities')
        .select('user_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row ? findUser(db, row.user_id) : null
    },

    async findByLink(tokenHash, nowMs) {
      const row = await db
        .selectFrom('sign_in_links')
        .select('user_id')
        .where('token_hash', '=', Buffer.from(tokenHash))
        .where('expires_at', '>', nowMs)
        .where((link) => isGoodBy(link, nowMs))
        .executeTakeFirst()
      return row ? findUser(db, row.user_id) : null
    },
  }
}

/** Finds a user, also within a transaction. */
export async function findUser(executor: Executor, userId: string): Promise<User | null> {
  const row = await selectUsers(executor).where('id', '=', userId).executeTakeFirst()
  return row ? toUser(row) : null
}

const selectUsers = (executor: Executor) =>
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
