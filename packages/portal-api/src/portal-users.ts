import type { PortalRole } from '@sluice/types/vocabulary'

/** A person who may sign in. */
export interface PortalUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly roles: readonly PortalRole[]
  /** The time of activation, epoch milliseconds; null while the invitation is pending. */
  readonly activatedAtMs: number | null
  /** Earlier sign-ins are invalid, epoch milliseconds; null if all are valid. */
  readonly signInsEndedAtMs: number | null
  /** The link of the person is not good before, epoch milliseconds; null for none that waits. */
  readonly waitsUntilMs: number | null
  readonly hasAuthenticator: boolean
  readonly passkeys: number
}

/** The reason why a change of users is refused. */
export type UserProblem =
  | 'email_not_valid'
  | 'name_missing'
  | 'roles_not_valid'
  | 'email_taken'
  | 'users_full'
  | 'user_unknown'
  | 'last_owner'
  | 'nothing_waits'
  | 'confirmation_not_allowed'

type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: UserProblem }

interface OneUser {
  readonly userId: string
  readonly merchantId: string | null
}

/** A link that an owner gives to the user, shown once. */
export interface UserLink {
  readonly user: PortalUser
  readonly url: string
  /** The link is refused before, epoch milliseconds; null for one that is good at once. */
  readonly goodFromMs: number | null
  readonly expiresAtMs: number
}

/** The person who requests a change. */
export interface PortalManager {
  readonly as: 'owner' | 'operator'
  readonly userId: string
}

/** A change to the owners that a person has not acknowledged yet. */
export interface PortalNotice {
  readonly id: string
  readonly kind: string
  readonly aboutUserId: string
  readonly about: string
  /** The merchant; null for operators of the service. */
  readonly doneBy: string | null
  readonly createdAtMs: number
}

/** The users of merchants, whom the identity provider manages. */
export interface PortalUsers {
  /** Returns null once the user was removed. */
  find(userId: string): Promise<PortalUser | null>
  list(merchantId: string | null): Promise<readonly PortalUser[]>
  invite(
    invitation: {
      readonly merchantId: string | null
      readonly email: string
      readonly name: string
      readonly roles: readonly PortalRole[]
    },
    by: PortalManager,
  ): Promise<Result<UserLink>>
  changeRoles(user: OneUser, roles: readonly PortalRole[], by: PortalManager): Promise<Result<PortalUser>>
  remove(user: OneUser, by: PortalManager): Promise<Result<null>>
  resetSignIn(user: OneUser, by: PortalManager): Promise<Result<UserLink>>
  /** Lets a link that waits be used at once: the person concerned, or another owner than the one who asked. */
  confirmLink(user: OneUser, byUserId: string): Promise<Result<PortalUser>>
  cancelLink(user: OneUser): Promise<Result<null>>
  /** Notifies the owners of a merchant, except the person who did it, of the hosts that events may be sent to. */
  notifyOfWebhooks(
    change: { readonly merchantId: string; readonly kind: 'WEBHOOK_HOSTS_CHANGED'; readonly about: string },
    byUserId: string,
  ): Promise<void>
  listNotices(userId: string): Promise<readonly PortalNotice[]>
  acknowledgeNotices(userId: string, ids: readonly string[]): Promise<void>
}
