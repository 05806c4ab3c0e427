/** A passkey of a user. */
export interface Passkey {
  /** Base64url, as the authenticator names it. */
  readonly credentialId: string
  readonly userId: string
  /** COSE. */
  readonly publicKey: Uint8Array
  /** What the authenticator counted last; 0 where it does not count. */
  readonly signCount: number
  readonly transports: readonly string[]
}

/** Stores passkeys. */
export interface PasskeyStore {
  find(credentialId: string): Promise<Passkey | null>
  list(userId: string): Promise<readonly Passkey[]>
  /**
   * Adds a passkey; false when the credential is known, whosever it is.
   *
   * @param endSignInsAtMs - sign-ins of the user before it count no more, in the same commit.
   */
  add(passkey: Passkey, nowMs: number, endSignInsAtMs: number): Promise<boolean>
  /** Notes a use; false when the authenticator counted no further: then there are two of it. */
  use(credentialId: string, signCount: number, nowMs: number): Promise<boolean>
}

/** Beyond it a list of keys says nothing any more. */
export const PASSKEYS_MAX_PER_USER = 20
