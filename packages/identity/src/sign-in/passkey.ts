/** A passkey of a user. */
export interface Passkey {
  /** Base64url, as the authenticator names it. */
  readonly credentialId: string
  readonly userId: string
  /** COSE. */
  readonly publicKey: Uint8Array
  /** The authenticator's last signature counter; 0 if it does not count. */
  readonly signCount: number
  readonly transports: readonly string[]
}

/** Stores passkeys. */
export interface PasskeyStore {
  find(credentialId: string): Promise<Passkey | null>
  list(userId: string): Promise<readonly Passkey[]>
  /**
   * Adds a passkey; false if any user has this credential.
   *
   * @param endSignInsAtMs - invalidates earlier sign-ins of the user, in the same commit.
   */
  add(passkey: Passkey, nowMs: number, endSignInsAtMs: number): Promise<boolean>
  /** Records a use; false if the authenticator's counter did not increase, which means that a copy exists. */
  use(credentialId: string, signCount: number, nowMs: number): Promise<boolean>
}

/** A longer list of keys has no use. */
export const PASSKEYS_MAX_PER_USER = 20
