import { type PortalRole, toEmailAddress } from '@sluice/types/vocabulary'

import type { Clock } from '../../kernel/clock.ts'
import { normalizeText } from '../../kernel/normalize-text.ts'
import { makeCapability, type Random } from '../../kernel/random.ts'
import { hashSecret } from '../../platform/crypto/secret-hash.ts'
import { lastingRoleOf, type SignInLink, type User, type UserOf, type UserStore } from './user.ts'

/** An invitation may lie over a long weekend; a link to begin anew is opened while the phone call lasts. */
const INVITATION_LIFETIME_MS = 7 * 86_400_000
const RESET_LIFETIME_MS = 3_600_000

export interface Invitation {
  /** Null for an operator of the service. */
  readonly merchantId: string | null
  readonly email: string
  readonly name: string
  readonly roles: readonly PortalRole[]
}

/** A link that its reader gives to the user, shown once. */
export interface IssuedLink {
  readonly user: User
  /** The whole address. */
  readonly url: string
  readonly expiresAtMs: number
}

/** Why users stay as they are. */
export type UserRefusal =
  | 'email_not_valid'
  | 'name_missing'
  | 'roles_not_valid'
  /** Of this or another merchant: which, is not said. */
  | 'email_taken'
  /** The merchant has as many as there may be. */
  | 'users_full'
  | 'user_unknown'
  /** Without an owner (an operator of the service) the users could not be managed. */
  | 'last_owner'

export type UserResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: UserRefusal }

/** What a manager of users does; each call is about the users of one merchant, or of the service (null). */
export interface Users {
  /** Null once the user was removed. Asked at each request of a session. */
  find(userId: string): Promise<User | null>
  list(merchantId: string | null): Promise<readonly User[]>
  invite(invitation: Invitation): Promise<UserResult<IssuedLink>>
  changeRoles(user: UserOf, roles: readonly PortalRole[]): Promise<UserResult<User>>
  remove(user: UserOf): Promise<UserResult<null>>
  /** Takes away what the user signs in with and gives the link to begin anew. */
  resetSignIn(user: UserOf): Promise<UserResult<IssuedLink>>
}

export interface ManageUsersPorts {
  readonly users: UserStore
  readonly random: Random
  /** Real time: people live by it. */
  readonly realTime: Clock
  /** The address of a one-time link. */
  readonly linkUrl: (token: string) => string
}

/** An address with its angle brackets has 256 characters in SMTP (RFC 5321 §4.5.3.1.3). */
const EMAIL_MAX_CHARS = 254
const NAME_MAX_CHARS = 100

/** What no id has; PostgreSQL refuses to look for a NUL. */
const CONTROL = /\p{Cc}/u

export function createUsers({ users, random, realTime, linkUrl }: ManageUsersPorts): Users {
  const issueLink = (userId: string, lifetimeMs: number) => {
    const token = makeCapability(random)
    const link: SignInLink = {
      tokenHash: hashSecret(token),
      userId,
      expiresAtMs: realTime.now() + lifetimeMs,
    }
    return { link, url: linkUrl(token), expiresAtMs: link.expiresAtMs }
  }
  const found = async ({ userId, merchantId }: UserOf) => {
    if (CONTROL.test(userId)) return null
    const user = await users.find(userId)
    return user?.merchantId === merchantId ? user : null
  }

  return {
    find: (userId) => users.find(userId),
    list: (merchantId) => users.list(merchantId),

    async invite({ merchantId, email: given, name, roles }) {
      const email = normalizeEmail(given)
      if (email === null || toEmailAddress(email) === null) return refuse('email_not_valid')
      if (!isName(name)) return refuse('name_missing')
      if (!fitsMerchant(roles, merchantId)) return refuse('roles_not_valid')
      const id = random.uuid()
      const { link, url, expiresAtMs } = issueLink(id, INVITATION_LIFETIME_MS)
      const user = { id, merchantId, email, name: name.trim(), roles, createdAtMs: realTime.now() }
      const outcome = await users.add(user, link)
      if (outcome !== 'added') return refuse(outcome === 'full' ? 'users_full' : 'email_taken')
      const added = await users.find(id)
      return added ? accept({ user: added, url, expiresAtMs }) : refuse('user_unknown')
    },

    async changeRoles(user, roles) {
      if (!fitsMerchant(roles, user.merchantId)) return refuse('roles_not_valid')
      if ((await found(user)) === null) return refuse('user_unknown')
      if (!(await users.changeRoles(user, roles, realTime.now()))) return refuse('last_owner')
      const changed = await found(user)
      return changed ? accept(changed) : refuse('user_unknown')
    },

    async remove(user) {
      if ((await found(user)) === null) return refuse('user_unknown')
      return (await users.remove(user)) ? accept(null) : refuse('last_owner')
    },

    async resetSignIn(user) {
      const { link, url, expiresAtMs } = issueLink(user.userId, RESET_LIFETIME_MS)
      const known = await found(user)
      if (known === null || !(await users.reset(user, link, realTime.now()))) return refuse('user_unknown')
      return accept({ user: (await found(user)) ?? known, url, expiresAtMs })
    },
  }
}

/**
 * Addresses differ by no capital in practice, and two users must not differ by one alone. One with a control character is
 * made one that no user has, which PostgreSQL takes.
 *
 * @returns null for a text that is longer than any address.
 */
export function normalizeEmail(email: string): string | null {
  const normalized = normalizeText((toEmailAddress(email) ?? email).trim(), EMAIL_MAX_CHARS)
  return normalized?.toLowerCase().replaceAll(/\p{Cc}/gu, '\uFFFD') ?? null
}

/** Whether a text can stand for a person on a page. */
export function isName(name: string): boolean {
  const text = name.trim()
  return text !== '' && text.length <= NAME_MAX_CHARS && !/[\p{Cc}\p{Bidi_C}]/u.test(text)
}

/** An operator belongs to the service and has no other role; every other role belongs to a merchant. */
export function fitsMerchant(roles: readonly PortalRole[], merchantId: string | null): boolean {
  if (roles.length === 0 || new Set(roles).size !== roles.length) return false
  const lasting = lastingRoleOf(merchantId)
  return merchantId === null ? roles.every((role) => role === lasting) : !roles.includes('operator')
}

function accept<T>(value: T): UserResult<T> {
  return { ok: true, value }
}

function refuse(refusal: UserRefusal): { readonly ok: false; readonly refusal: UserRefusal } {
  return { ok: false, refusal }
}
