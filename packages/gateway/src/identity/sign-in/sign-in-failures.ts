/** PCI DSS 8.3.4: locked for half an hour at least. */
export const LOCKOUT_MS = 1_800_000

/**
 * Tries of one account from all networks that it was not signed in to from, before it is locked for them. With
 * {@link KNOWN_NETWORK_TRIES_MAX} these are the ten that PCI DSS 8.3.4 allows.
 */
export const ACCOUNT_TRIES_MAX = 6

/**
 * Tries of one account from the networks that it was signed in to from. They are counted on their own, so that strangers
 * who guess cannot lock an owner or an operator out.
 */
export const KNOWN_NETWORK_TRIES_MAX = 4

/** Tries from one address (an IPv6 /64), for all accounts: an office shares one. */
export const ADDRESS_TRIES_MAX = 30

/**
 * Tries from the /56 and the /48 of IPv6, the /24 and the /16 of IPv4 that an address is in, for all accounts, where nobody
 * has signed in from the address: a customer's 256 or 65,536 addresses must not fill the queue of hashes for others.
 */
export const NETWORK_TRIES_MAX = [120, 480] as const

/** Tries with one form: what a program gets by asking for one page is worth no more guesses than an account. */
export const FORM_TRIES_MAX = 6

/** Tries of codes by one user who knows the password: three in a million are guessed. */
export const CODE_TRIES_MAX = 6

/** Counts what might be guesses. A try is counted before it is checked: guesses that come at once are counted as well. */
export interface SignInFailures {
  /** Seconds to wait when it was one too many; null when it may be checked. */
  countTry(subject: readonly string[], max: number, nowMs: number): Promise<number | null>
  /** Begins anew, after a success. */
  forget(subject: readonly string[]): Promise<void>
  /** A try that succeeded was none of those counted. */
  takeBack(subject: readonly string[]): Promise<void>
  /** Deletes counts that are over; gives how many. */
  deleteExpired(nowMs: number): Promise<number>
}
