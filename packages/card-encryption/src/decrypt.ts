/**
 * Opens sealed card fields. For the gateway only; needs Node.
 *
 * @module
 */
export { EncryptionKeyError, type EncryptionKeyErrorCode } from './encryption-key-error.ts'
export type { PublicJwk } from './key.ts'
export { MAX_AGE_SECONDS, MAX_CLOCK_SKEW_SECONDS, REPLAY_RETENTION_SECONDS } from './freshness.ts'
export { openField } from './open-field.ts'
export type { OpenedField, OpenFailure, OpenFieldOptions, OpenResult } from './open-result.ts'
export {
  generateKeyPair,
  importPrivateKey,
  type GivenPrivateJwk,
  type PrivateEncryptionJwk,
  type PrivateEncryptionKey,
  type PrivateKeyAlgorithm,
} from './private-key.ts'
export type { SealedFieldName } from './sealed-field.ts'
