import type { PortalRole } from '@sluice/types/vocabulary'

/** A person who signs in to the portal. */
export interface User {
  readonly id: string
  /** The merchant; null for an operator of the service. */
  readonly merchantId: string | null
  /** The e-mail address in lower case. No two active users have the same; several merchants may invite it. */
  readonly email: string
  readonly name: string
  readonly roles: readonly PortalRole[]
  /** The time of activation; null while the invitation is pending. */
  readonly activatedAtMs: number | null
  readonly createdAtMs: number
  /** Earlier sign-ins are invalid, because the password, the authenticator app or the roles have changed since. */
  readonly signInsEndedAtMs: number | null
  readonly hasPassword: boolean
  /** The last time at which the person became an owner, was reset as one, or stopped being one; epoch milliseconds. */
  readonly ownerChangedAtMs: number | null
  /** The link of the person is not good before; null for none that waits. */
  readonly waitsUntilMs: number | null
  /** The person who requested that link. */
  readonly waitRequestedBy: string | null
  readonly hasAuthenticator: boolean
  readonly passkeys: number
  readonly recoveryCodes: number
}

/** The credentials with which a user signs in. */
export interface SignInSecrets {
  /** PHC string. */
  readonly passwordHash: string | null
  /** The secret of the authenticator app; encrypted in storage. */
  readonly totpSecret: Uint8Array | null
  /** The time step of the last code that was accepted; none before it is accepted again. */
  readonly totpUsedStep: number | null
}

/** An authenticator app that was shown to work. */
export interface NewAuthenticator {
  readonly secret: Uint8Array
  /** The time step of the code that confirmed it; it is not accepted for a sign-in. */
  readonly step: number
  /** Sign-ins before it end, epoch milliseconds: that of the proof by which the app is set. */
  readonly endSignInsAtMs: number
  /** Whether the password alone was proven: such a proof replaces no second factor. */
  readonly isFirst: boolean
}

/** A one-time link: to accept an invitation, or to reset the sign-in. */
export interface SignInLink {
  readonly tokenHash: Uint8Array
  readonly userId: string
  /** The link is refused before; null for one that is good at once. */
  readonly goodFromMs: number | null
  /** The person who requested a pending link. */
  readonly requestedBy: string | null
  readonly expiresAtMs: number
}

/** The kinds of notices that owners receive at their next sign-in. */
export type NoticeKind =
  | 'OWNER_INVITED'
  | 'OWNER_RESET'
  | 'OWNER_ROLE_GIVEN'
  | 'OWNER_ROLE_TAKEN'
  | 'OWNER_REMOVED'
  | WebhookNoticeKind

/** A change to where events are sent: the hosts, or a subscription that a program wrote. */
export type WebhookNoticeKind = 'WEBHOOK_HOSTS_CHANGED' | 'WEBHOOK_CHANGED'

/** A change to the owners of a merchant, or to where its events are sent. */
export interface Notice {
  readonly id: string
  readonly kind: NoticeKind
  /** Empty unless the change is about a user. */
  readonly aboutUserId: string
  /** Name and address, as they were; or the hosts, or the address of the subscription. */
  readonly about: string
  /** Name and address of the owner who did it; null for the operator of the service. */
  readonly doneBy: string | null
  readonly createdAtMs: number
}

/** A notice to the owners of a merchant and the person concerned, but not to the one who did it. */
export interface NoticeToOwners extends Notice {
  readonly merchantId: string
  readonly doneByUserId: string | null
}

export interface NewUser extends Pick<User, 'id' | 'merchantId' | 'email' | 'name' | 'roles'> {
  readonly createdAtMs: number
}

/** Stores users, what they sign in with, and the links to begin with. */
export interface UserStore {
  /**
   * Stores no user when a person with the e-mail address has accepted an invitation of any merchant, when the merchant itself has
   * invited the address and its link is still good, or when the merchant has {@link MERCHANT_CAPS} `users`.
   */
  add(user: NewUser, link: SignInLink, notice?: NoticeToOwners | null): Promise<'added' | 'taken' | 'full'>
  find(userId: string): Promise<User | null>
  /** The user who accepted an invitation of this address. */
  findByEmail(email: string): Promise<User | null>
  /** The user whom one merchant alone invites at this address; null where several do: the person's link decides. */
  findInvited(email: string, nowMs: number): Promise<User | null>
  /** The users of a merchant, of the service for null; the oldest first. */
  list(merchantId: string | null): Promise<readonly User[]>
  readSecrets(userId: string): Promise<SignInSecrets | null>
  /**
   * Changes the roles and ends the sign-ins. Returns false if the user does not belong to the merchant, or if no
   * owner (or operator) would remain.
   */
  changeRoles(
    user: UserOf,
    roles: readonly PortalRole[],
    nowMs: number,
    notice?: NoticeToOwners | null,
  ): Promise<boolean>
  /** Like {@link changeRoles}, but deletes all data of the user. */
  remove(user: UserOf, notice?: NoticeToOwners | null): Promise<boolean>
  /**
   * Takes away password, authenticator, passkeys and recovery codes; the link is the only way in. With a link that waits all of
   * that stays until the link is used.
   */
  reset(user: UserOf, link: SignInLink, nowMs: number, notice?: NoticeToOwners | null): Promise<boolean>
  /** Makes the link that waits good from now on. False when none waits. */
  endWait(userId: string, nowMs: number, expiresAtMs: number): Promise<boolean>
  /** Withdraws the link that waits; a person who never accepted goes with it. False when none waits. */
  withdrawLink(userId: string, nowMs: number): Promise<boolean>
  /** The notices that the person has not acknowledged, newest first. */
  /** Writes a notice to each owner, in place of an earlier one of its kind: programs may make any number. */
  replaceNotice(notice: NoticeToOwners): Promise<void>
  listNotices(userId: string): Promise<readonly Notice[]>
  acknowledgeNotices(userId: string, ids: readonly string[]): Promise<void>
  /** The user that an account of a foreign provider is. */
  findByAccount(account: Account): Promise<User | null>
  /**
   * Links an account of an external provider to a user. This accepts the invitation, whose link is used up. False when
   * the user has another account of that provider, when the account or the address is another user's, or when the
   * invitation has lapsed. Other invitations of the address end.
   */
  tieAccount(userId: string, account: Account, nowMs: number): Promise<boolean>
  /** The user of a link that is still good. */
  findByLink(tokenHash: Uint8Array, nowMs: number): Promise<User | null>
  /**
   * Redeems a link: sets name and password, and ends all other invitations of the address. Returns null if the link is no
   * longer valid, or another user has accepted the address.
   */
  activate(
    link: { readonly tokenHash: Uint8Array; readonly name: string; readonly passwordHash: string },
    nowMs: number,
  ): Promise<User | null>
  /** Replaces the hash of the password; ends earlier sign-ins when the password is another. */
  setPasswordHash(userId: string, hash: string, endSignInsAtMs: number | null): Promise<void>
  /** Records that a code of this time step was used; false if one of this or a later step was used before. */
  useTotpStep(userId: string, step: number): Promise<boolean>
  /**
   * Sets the authenticator app in place of an earlier one, and ends earlier sign-ins. False, and nothing is set, for an
   * app that may only be the first where the user has a second factor.
   */
  setTotpSecret(userId: string, app: NewAuthenticator): Promise<boolean>
  /** Puts recovery codes in the place of earlier ones. */
  setRecoveryCodes(userId: string, codeHashes: readonly Uint8Array[], nowMs: number): Promise<void>
  /** Uses up a recovery code; false if it does not belong to the user. */
  useRecoveryCode(userId: string, codeHash: Uint8Array): Promise<boolean>
  /** Deletes links that expired. Returns how many. */
  deleteExpiredLinks(nowMs: number): Promise<number>
}

/** An account of a foreign identity provider, by its `iss` and `sub`. */
export interface Account {
  readonly issuer: string
  readonly subject: string
}

/** A user as one merchant may name it: of that merchant alone. */
export interface UserOf {
  readonly userId: string
  readonly merchantId: string | null
}

/**
 * Returns the role that at least one user must always have: without it, the users of a merchant could not be managed.
 */
export function lastingRoleOf(merchantId: string | null): PortalRole {
  return merchantId === null ? 'operator' : 'owner'
}
