import type { User } from '../users/user.ts'

/** Longer than a holiday. */
export const NETWORK_KNOWN_MS = 90 * 86_400_000

/**
 * Networks that people have signed in from; those of an account count until its password or second factor changes. Their sign-ins do not wait behind those of strangers, and strangers who guess
 * the password of an account do not lock it for the networks that its owner uses.
 */
export interface KnownNetworks {
  /** Remembers that the account was signed in to from the network, with all that it asks for. */
  remember(visit: AccountVisit, nowMs: number): Promise<void>
  /** Whether anybody has signed in from the network, and whether to this account. */
  look(visit: AccountVisit, nowMs: number): Promise<NetworkKnown>
  /** Deletes what is over; returns how many. */
  deleteExpired(nowMs: number): Promise<number>
}

export interface AccountVisit {
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string
  /** Null where the address that was typed has no account. */
  readonly user: Pick<User, 'id' | 'signInsEndedAtMs'> | null
}

export interface NetworkKnown {
  readonly byAnyone: boolean
  readonly byAccount: boolean
}
