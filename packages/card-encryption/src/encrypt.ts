/**
 * Seals card fields for one merchant key: browsers, Workers, Deno, Bun and Node. Nothing here can open them.
 *
 * @module
 */
export { EncryptionKeyError, type EncryptionKeyErrorCode } from './encryption-key-error.ts'
export { chooseKey, parseKeySet, type PublicEncryptionKey } from './key.ts'
export { sealCard, type SealCardOptions, type SealedCard } from './seal-card.ts'
export { SealError, type SealErrorCode } from './seal-error.ts'
export { sealField, type SealFieldOptions } from './seal-field.ts'
export type { SealedFieldName } from './sealed-field.ts'
