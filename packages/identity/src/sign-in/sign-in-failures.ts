/** PCI DSS 8.3.4: locked for half an hour at least. */
export const LOCKOUT_MS = 1_800_000

/**
 * Tries of one account from networks that its owner has not signed in from; more lock the account for those networks. With
 * {@link KNOWN_NETWORK_TRIES_MAX} these are the ten tries that PCI DSS 8.3.4 allows.
 */
export const ACCOUNT_TRIES_MAX = 6

/**
 * Tries of one account from networks that its owner has signed in from. A separate count keeps strangers who guess from
 * locking owners and operators out.
 */
export const KNOWN_NETWORK_TRIES_MAX = 4

/** Tries from one address (an IPv6 /64), for all accounts: an office shares one. */
export const ADDRESS_TRIES_MAX = 30

/**
 * Attempts at all accounts from one IPv6 /56 and /48, or IPv4 /24 and /16. Addresses with a successful sign-in are
 * not counted. An attacker with 256 or 65,536 addresses must not fill the queue of hashes for others.
 */
export const NETWORK_TRIES_MAX = [120, 480] as const

/** Attempts with one form: requesting one page must not allow a program more guesses than an account has. */
export const FORM_TRIES_MAX = 6

/** Tries of codes by one user who knows the password: three in a million are guessed. */
export const CODE_TRIES_MAX = 6

/** Counts what might be guesses. A try is counted before it is checked: guesses that come at once are counted as well. */
export interface SignInFailures {
  /**
   * Seconds to wait when it was one too many; null when it may be checked.
   *
   * @throws {QueueFullError} when too many tries are waiting to be counted. This try is not counted.
   */
  countTry(subject: readonly string[], max: number, nowMs: number): Promise<number | null>
  /** Resets the count after a success. */
  forget(subject: readonly string[]): Promise<void>
  /** A successful attempt is not one of those counted. */
  takeBack(subject: readonly string[]): Promise<void>
  /** Deletes counts that are over. Returns how many. */
  deleteExpired(nowMs: number): Promise<number>
}
