import { mayHoldCardNumber, type PortalRole, toEmailAddress } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { normalizeText } from '@sluice/platform/kernel/normalize-text'
import { makeCapability, type Random } from '@sluice/platform/kernel/random'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'

import {
  lastingRoleOf,
  type Notice,
  type NoticeKind,
  type NoticeToOwners,
  type SignInLink,
  type User,
  type UserOf,
  type UserStore,
  type WebhookNoticeKind,
} from './user.ts'

/** An invitation may wait over a long weekend; a reset link is opened during the phone call. */
const INVITATION_LIFETIME_MS = 7 * 86_400_000
const RESET_LIFETIME_MS = 3_600_000

/** How long the owners of a merchant can object before another person signs in as one of them. @decision 0271 */
const OWNER_WAIT_MS = 86_400_000

/**
 * The person who requests a change: an owner of the merchant, an operator at the portal, or one with a shell on the
 * server.
 */
export interface UserManager {
  readonly as: 'owner' | 'operator' | 'server'
  /** The person's user id; null for the server. */
  readonly userId: string | null
}

/** The operator, by a command on the server. */
export const AT_SERVER: UserManager = { as: 'server', userId: null }

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
  /** The time at which the link becomes valid, epoch milliseconds; null if it is valid at once. */
  readonly goodFromMs: number | null
  readonly expiresAtMs: number
}

/** The reason why a change of users is refused. */
export type UserRefusal =
  | 'email_not_valid'
  | 'name_missing'
  | 'roles_not_valid'
  /** A user of this or another merchant has it; the message does not reveal which. */
  | 'email_taken'
  /** The merchant has reached its limit. */
  | 'users_full'
  | 'user_unknown'
  /** The users cannot be managed without an owner or an operator of the service. */
  | 'last_owner'
  | 'nothing_waits'
  /** The person who requested it, or an owner for less than {@link OWNER_WAIT_MS}, cannot confirm it. */
  | 'confirmation_not_allowed'

export type UserResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: UserRefusal }

/** The operations of user management; each call is about the users of one merchant, or of the service (null). */
export interface Users {
  /** Returns null once the user was removed. It is called for each request of a session. */
  find(userId: string): Promise<User | null>
  list(merchantId: string | null): Promise<readonly User[]>
  /** An operator's invitation of an owner waits for {@link OWNER_WAIT_MS} where there are owners. */
  invite(invitation: Invitation, by: UserManager): Promise<UserResult<IssuedLink>>
  changeRoles(user: UserOf, roles: readonly PortalRole[], by: UserManager): Promise<UserResult<User>>
  remove(user: UserOf, by: UserManager): Promise<UserResult<null>>
  /**
   * Resets how the user signs in and returns the link to set a new password. The reset of somebody who is an owner, or was
   * one within {@link OWNER_WAIT_MS}, takes effect only after that time, unless an operator on the server requests it.
   */
  resetSignIn(user: UserOf, by: UserManager): Promise<UserResult<IssuedLink>>
  /** Makes a waiting link valid at once, for the person concerned or an owner who did not request it. */
  confirmLink(user: UserOf, byUserId: string): Promise<UserResult<User>>
  /** Withdraws a waiting link; the person signs in as before. */
  cancelLink(user: UserOf): Promise<UserResult<null>>
  /** Notifies the owners of a merchant, except the person who did it. @param byUserId - null for a program or the operator. */
  notifyOfWebhooks(change: WebhookChange, byUserId: string | null): Promise<void>
  listNotices(userId: string): Promise<readonly Notice[]>
  acknowledgeNotices(userId: string, ids: readonly string[]): Promise<void>
}

/** A change to where a merchant's events are sent. */
export interface WebhookChange {
  readonly merchantId: string
  readonly kind: WebhookNoticeKind
  /** The hosts, or the address of the subscription. */
  readonly about: string
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

/** Characters that no id has; PostgreSQL rejects queries with a NUL. */
const CONTROL = /\p{Cc}/u

export function createUsers({ users, random, realTime, linkUrl }: ManageUsersPorts): Users {
  const issueLink = (userId: string, lifetimeMs: number, requestedBy: string | null = null) => {
    const token = makeCapability(random)
    const goodFromMs = requestedBy === null ? null : realTime.now() + OWNER_WAIT_MS
    const link: SignInLink = {
      tokenHash: hashSecret(token),
      userId,
      goodFromMs,
      requestedBy,
      expiresAtMs: (goodFromMs ?? realTime.now()) + lifetimeMs,
    }
    return { link, url: linkUrl(token), goodFromMs, expiresAtMs: link.expiresAtMs }
  }
  const found = async ({ userId, merchantId }: UserOf) => {
    if (CONTROL.test(userId)) return null
    const user = await users.find(userId)
    return user?.merchantId === merchantId ? withoutPastWait(user) : null
  }
  const withoutPastWait = (user: User): User =>
    user.waitsUntilMs !== null && user.waitsUntilMs > realTime.now()
      ? user
      : { ...user, waitsUntilMs: null, waitRequestedBy: null }
  const hasOwner = async (merchantId: string) =>
    (await users.list(merchantId)).some((one) => isOwner(one) && one.activatedAtMs !== null)
  const wasOwnerLately = ({ ownerChangedAtMs }: User) =>
    ownerChangedAtMs !== null && realTime.now() < ownerChangedAtMs + OWNER_WAIT_MS
  const noticeOf = async (
    kind: NoticeKind,
    about: Pick<User, 'id' | 'merchantId' | 'name' | 'email'>,
    by: UserManager,
  ): Promise<NoticeToOwners | null> => {
    if (about.merchantId === null) return null
    const owner = by.as === 'owner' && by.userId !== null ? await users.find(by.userId) : null
    return {
      id: random.uuid(),
      kind,
      merchantId: about.merchantId,
      aboutUserId: about.id,
      about: describe(about),
      doneBy: owner && describe(owner),
      doneByUserId: by.userId,
      createdAtMs: realTime.now(),
    }
  }

  return {
    find: (userId) => users.find(userId),
    list: async (merchantId) => (await users.list(merchantId)).map(withoutPastWait),

    async invite({ merchantId, email: given, name, roles }, by) {
      const email = normalizeEmail(given)
      if (email === null || toEmailAddress(email) === null) return refuse('email_not_valid')
      if (!isName(name)) return refuse('name_missing')
      if (!fitsMerchant(roles, merchantId)) return refuse('roles_not_valid')
      const id = random.uuid()
      const waits =
        by.as === 'operator' && merchantId !== null && roles.includes('owner') && (await hasOwner(merchantId))
      const { link, ...issued } = issueLink(id, INVITATION_LIFETIME_MS, waits ? by.userId : null)
      const user = { id, merchantId, email, name: name.trim(), roles, createdAtMs: realTime.now() }
      const notice = isOwner(user) ? await noticeOf('OWNER_INVITED', user, by) : null
      const outcome = await users.add(user, link, notice)
      if (outcome !== 'added') return refuse(outcome === 'full' ? 'users_full' : 'email_taken')
      const added = await users.find(id)
      return added ? accept({ user: added, ...issued }) : refuse('user_unknown')
    },

    async changeRoles(user, roles, by) {
      if (!fitsMerchant(roles, user.merchantId)) return refuse('roles_not_valid')
      const known = await found(user)
      if (known === null) return refuse('user_unknown')
      const kind = roles.includes('owner') ? 'OWNER_ROLE_GIVEN' : 'OWNER_ROLE_TAKEN'
      const notice = isOwner(known) === roles.includes('owner') ? null : await noticeOf(kind, known, by)
      if (!(await users.changeRoles(user, roles, realTime.now(), notice))) return refuse('last_owner')
      const changed = await found(user)
      return changed ? accept(changed) : refuse('user_unknown')
    },

    async remove(user, by) {
      const known = await found(user)
      if (known === null) return refuse('user_unknown')
      const notice = isOwner(known) ? await noticeOf('OWNER_REMOVED', known, by) : null
      return (await users.remove(user, notice)) ? accept(null) : refuse('last_owner')
    },

    async resetSignIn(user, by) {
      const known = await found(user)
      if (known === null) return refuse('user_unknown')
      // Nobody can take over the access of a person who has never signed in.
      const isGuarded = known.activatedAtMs !== null && (isOwner(known) || wasOwnerLately(known))
      const waits = isGuarded && by.as !== 'server'
      const lifetimeMs = waits ? OWNER_WAIT_MS : RESET_LIFETIME_MS
      const { link, ...issued } = issueLink(user.userId, lifetimeMs, waits ? by.userId : null)
      const notice = isGuarded ? await noticeOf('OWNER_RESET', known, by) : null
      if (!(await users.reset(user, link, realTime.now(), notice))) return refuse('user_unknown')
      return accept({ user: (await found(user)) ?? known, ...issued })
    },

    async confirmLink(user, byUserId) {
      const known = await found(user)
      if (known === null) return refuse('user_unknown')
      if (known.waitsUntilMs === null) return refuse('nothing_waits')
      const confirming = await found({ ...user, userId: byUserId })
      const isSecondOwner =
        confirming !== null &&
        isOwner(confirming) &&
        !wasOwnerLately(confirming) &&
        byUserId !== known.waitRequestedBy
      if (byUserId !== user.userId && !isSecondOwner) return refuse('confirmation_not_allowed')
      const nowMs = realTime.now()
      const lifetimeMs = known.activatedAtMs === null ? INVITATION_LIFETIME_MS : OWNER_WAIT_MS
      if (!(await users.endWait(user.userId, nowMs, nowMs + lifetimeMs))) return refuse('nothing_waits')
      return accept((await found(user)) ?? known)
    },

    async cancelLink(user) {
      if ((await found(user)) === null) return refuse('user_unknown')
      return (await users.withdrawLink(user.userId, realTime.now())) ? accept(null) : refuse('nothing_waits')
    },

    async notifyOfWebhooks({ merchantId, kind, about }, byUserId) {
      const person = byUserId === null ? null : await users.find(byUserId)
      await users.replaceNotice({
        id: random.uuid(),
        kind,
        merchantId,
        aboutUserId: '',
        about,
        doneBy: person?.merchantId === merchantId ? describe(person) : null,
        doneByUserId: byUserId,
        createdAtMs: realTime.now(),
      })
    },

    listNotices: (userId) => users.listNotices(userId),
    acknowledgeNotices: (userId, ids) => users.acknowledgeNotices(userId, ids),
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

/** Returns whether a text can represent a person on a page. */
export function isName(name: string): boolean {
  const text = name.trim()
  if (text === '' || text.length > NAME_MAX_CHARS) return false
  return !/[\p{Cc}\p{Bidi_C}]/u.test(text) && !mayHoldCardNumber(text)
}

/** An operator belongs to the service and has no other role; every other role belongs to a merchant. */
function fitsMerchant(roles: readonly PortalRole[], merchantId: string | null): boolean {
  if (roles.length === 0 || new Set(roles).size !== roles.length) return false
  const lasting = lastingRoleOf(merchantId)
  return merchantId === null ? roles.every((role) => role === lasting) : !roles.includes('operator')
}

function isOwner({ roles }: Pick<User, 'roles'>): boolean {
  return roles.includes('owner')
}

function describe({ name, email }: Pick<User, 'name' | 'email'>): string {
  return `${name} (${email})`
}

function accept<T>(value: T): UserResult<T> {
  return { ok: true, value }
}

function refuse(refusal: UserRefusal): { readonly ok: false; readonly refusal: UserRefusal } {
  return { ok: false, refusal }
}
