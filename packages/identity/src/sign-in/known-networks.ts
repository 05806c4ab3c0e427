import type { User } from '../users/user.ts'

/** Longer than a holiday. */
export const NETWORK_KNOWN_MS = 90 * 86_400_000

/**
 * Stores the networks from which people sign in. Sign-ins from them have priority over those of strangers, and
 * strangers who guess the password of an account do not lock it for the networks of its owner. A change of the password
 * or of the second factor removes the account's networks.
 */
export interface KnownNetworks {
  /** Records a completed sign-in, the second factor included. */
  remember(visit: AccountVisit, nowMs: number): Promise<void>
  /** Returns whether any user has signed in from the network, and whether the user has. */
  look(visit: AccountVisit, nowMs: number): Promise<NetworkKnown>
  /** Deletes expired rows, and returns their number. */
  deleteExpired(nowMs: number): Promise<number>
}

export interface AccountVisit {
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string
  /** The account; null if none has the typed e-mail address. */
  readonly user: Pick<User, 'id' | 'signInsEndedAtMs'> | null
}

export interface NetworkKnown {
  readonly byAnyone: boolean
  readonly byAccount: boolean
}
