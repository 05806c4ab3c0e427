/** The reason why an encryption key cannot be used. */
export type EncryptionKeyErrorCode =
  | 'malformed_key_set'
  | 'malformed_key'
  | 'thumbprint_mismatch'
  | 'no_usable_key'

/**
 * A key or a key set cannot be used. The message names the member; it never contains private key material.
 */
export class EncryptionKeyError extends Error {
  override readonly name = 'EncryptionKeyError'
  /** The reason why the key cannot be used, for `switch`. */
  readonly code: EncryptionKeyErrorCode

  constructor(code: EncryptionKeyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
