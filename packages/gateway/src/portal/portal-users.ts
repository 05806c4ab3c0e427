import type { PortalRole } from '@sluice/types/vocabulary'

/** A person who may sign in. */
export interface PortalUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly roles: readonly PortalRole[]
  /** Null while the invitation waits, epoch milliseconds. */
  readonly activatedAtMs: number | null
  /** Sign-ins before it count no more, epoch milliseconds; null while all do. */
  readonly signInsEndedAtMs: number | null
  readonly hasAuthenticator: boolean
  readonly passkeys: number
}

/** Why users stay as they are. */
export type UserProblem =
  | 'email_not_valid'
  | 'name_missing'
  | 'roles_not_valid'
  | 'email_taken'
  | 'users_full'
  | 'user_unknown'
  | 'last_owner'

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
  readonly expiresAtMs: number
}

/** The people of merchants, who are managed where they sign in. */
export interface PortalUsers {
  /** Null once the user was removed. */
  find(userId: string): Promise<PortalUser | null>
  list(merchantId: string | null): Promise<readonly PortalUser[]>
  invite(invitation: {
    readonly merchantId: string | null
    readonly email: string
    readonly name: string
    readonly roles: readonly PortalRole[]
  }): Promise<Result<UserLink>>
  changeRoles(user: OneUser, roles: readonly PortalRole[]): Promise<Result<PortalUser>>
  remove(user: OneUser): Promise<Result<null>>
  resetSignIn(user: OneUser): Promise<Result<UserLink>>
}
