import type { PrivateEncryptionKey } from './private-key.ts'
import type { SealedFieldName } from './sealed-field.ts'

/**
 * The reason why a field could not be decrypted. For logs and for the choice of the answer; `malformed`,
 * `unsupported_version`, `suite_mismatch` and `decrypt_error` must look the same from outside, or the answer becomes
 * an oracle.
 */
export type OpenFailure =
  | 'malformed'
  | 'unsupported_version'
  | 'unknown_key'
  | 'suite_mismatch'
  | 'decrypt_error'
  | 'stale'

/** The content of an opened field. Only {@link OpenedField.value | value} is secret. */
export interface OpenedField {
  /** The content: lives in memory only, never in a log, an error or a table. */
  readonly value: string
  /** The time of sealing, by the sender's clock; seconds since the epoch. */
  readonly issuedAtSeconds: number
  /** `kid` of the key that opened it. */
  readonly keyId: string
  /**
   * 32 bytes that name this one envelope, to be remembered for `REPLAY_RETENTION_SECONDS`. SHA-256 of key id and
   * encapsulated key; of the coordinates of the ephemeral key for a JWE.
   */
  readonly replayKey: Uint8Array
}

/** Nothing but the reason leaves a failure: no plaintext, no cause. */
export type OpenResult =
  | ({ readonly ok: true } & OpenedField)
  | { readonly ok: false; readonly reason: OpenFailure }

/** The dependencies for opening a sealed field. */
export interface OpenFieldOptions {
  /** The text as received: a sealed field in Base64 of either alphabet, padded or not, or a compact JWE. */
  wire: string
  /** Name of the member that held the text. */
  field: SealedFieldName
  /** Id of the browser session; empty on the direct API. */
  context: string
  /** The live private keys of the one merchant who sent the request, by `kid`. */
  keys: ReadonlyMap<string, PrivateEncryptionKey>
  /** Seconds since the epoch. */
  nowSeconds: number
}
