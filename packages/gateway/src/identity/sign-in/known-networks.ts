/** Longer than a holiday. */
export const NETWORK_KNOWN_MS = 90 * 86_400_000

/**
 * Networks that people have signed in from. Their sign-ins do not wait behind those of strangers, and strangers who guess
 * the password of an account do not lock it for the networks that its owner uses.
 */
export interface KnownNetworks {
  /** Remembers that the account was signed in to from the network. */
  remember(visit: AccountVisit, nowMs: number): Promise<void>
  /** Whether anybody has signed in from the network, and whether to this account. */
  look(visit: AccountVisit, nowMs: number): Promise<NetworkKnown>
  /** Deletes what is over; returns how many. */
  deleteExpired(nowMs: number): Promise<number>
}

export interface AccountVisit {
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string
  /** The account's address, normalized. */
  readonly email: string
}

export interface NetworkKnown {
  readonly byAnyone: boolean
  readonly byAccount: boolean
}
