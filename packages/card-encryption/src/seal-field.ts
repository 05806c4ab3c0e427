import { encodeBase64 } from './base64.ts'
import { concat, wipe, type Bytes } from './bytes.ts'
import { EncryptionKeyError } from './encryption-key-error.ts'
import { seal } from './hpke.ts'
import { toRecipientKey, type PublicEncryptionKey, type RecipientKey } from './key.ts'
import { canSealNatively, nativeSealing } from './native.ts'
import { encodePlaintext } from './plaintext.ts'
import type { KeyPair, SealingPrimitives } from './primitives.ts'
import { SealError } from './seal-error.ts'
import {
  encodeAssociatedData,
  encodeHeader,
  encodeInfo,
  SEALED_FIELD_NAMES,
  type SealedFieldName,
} from './sealed-field.ts'
import { runSteps, type Steps } from './steps.ts'

/**
 * The year 5138 in seconds, March 1973 in milliseconds: a time above it was given in the wrong unit, and the gateway
 * would refuse the field as issued in the future.
 */
const MAX_ISSUED_AT_SECONDS = 99_999_999_999

/** Options for `sealField`. */
export interface SealFieldOptions {
  /** The merchant's key, from {@link chooseKey} or pinned. */
  key: PublicEncryptionKey
  /** The wire member the value will be sent under; it opens under no other. */
  field: SealedFieldName
  /**
   * The content, already normalised: digits only for numbers and CVV, month `1`–`12` without leading zero, year with 2
   * or 4 digits, cryptogram as received.
   */
  value: string
  /**
   * Id of the browser session; absent or empty on the direct API.
   *
   * @defaultValue `''`
   */
  context?: string
  /** Now, in whole seconds since the epoch. The gateway accepts 24 h of age and 5 min of clock difference. */
  issuedAtSeconds: number
}

/**
 * Seals one card field for the merchant's gateway. Seal again for every transaction: a field is accepted once.
 *
 * @returns The sealed field in padded Base64: 248 characters (HPKE-7) or 204 (HPKE-4) for values of up to 19 characters.
 * @throws When the key is damaged. {@link EncryptionKeyError}
 * @throws When an argument has the wrong type or unit, or the platform's cryptography fails. {@link SealError}
 * @see docs/protocol/card-encryption.md#card-encryption
 * @example
 * ```ts
 * const key = chooseKey(parseKeySet(keySet), nowSeconds)
 * const encrypted_cvv = await sealField({ key, field: 'encrypted_cvv', value: '123', issuedAtSeconds: nowSeconds })
 * // 'ARBr2Xhot…'
 * ```
 */
export async function sealField(options: SealFieldOptions): Promise<string> {
  checkArguments(options)
  const recipient = toRecipientKey(options.key)
  try {
    const primitives = await loadPrimitives(recipient)
    const ephemeral = await primitives.generateKeyPair(recipient.suite.kem)
    return encodeBase64(await runSteps(sealEnvelope(primitives, recipient, ephemeral, options)))
  } catch (cause) {
    throw new SealError(
      'sealing_failed',
      `${options.field} could not be sealed for key ${options.key.kid}: the key is not a point of its curve, or the cryptography of this platform failed`,
      { cause },
    )
  }
}

/**
 * Seals with a given ephemeral key pair.
 *
 * @internal The pair must be fresh: only test vectors come with one.
 */
export function* sealEnvelope(
  primitives: SealingPrimitives,
  { suite, keyId, publicKey }: RecipientKey,
  ephemeral: KeyPair,
  { field, value, context = '', issuedAtSeconds }: Omit<SealFieldOptions, 'key'>,
): Steps<Bytes> {
  const header = encodeHeader(keyId, suite)
  const plaintext = encodePlaintext({ value, issuedAtSeconds })
  try {
    const { enc, ciphertext } = yield* seal(primitives, suite, {
      ephemeral,
      recipientPublicKey: publicKey,
      info: encodeInfo(header),
      associatedData: encodeAssociatedData(field, context),
      plaintext,
    })
    return concat(header, enc, ciphertext)
  } finally {
    wipe(plaintext)
  }
}

async function loadPrimitives({ suite }: RecipientKey): Promise<SealingPrimitives> {
  if (canSealNatively(suite)) return nativeSealing
  const { portableSealing } = await import('./portable.ts')
  return portableSealing
}

/** TypeScript checks all this already; a shop in plain JavaScript would only notice by a declined payment. */
function checkArguments({
  key: _,
  field,
  value,
  context,
  issuedAtSeconds,
  ...unknown
}: SealFieldOptions): void {
  // A misspelled context would seal for the direct API, and the gateway would refuse the card of a session.
  refuseUnknown(unknown, 'key, field, value, context and issuedAtSeconds')
  if (!SEALED_FIELD_NAMES.includes(field)) {
    throw new SealError(
      'invalid_argument',
      `field must be one of ${SEALED_FIELD_NAMES.join(', ')}; got ${field}`,
    )
  }
  if (typeof value !== 'string') {
    throw new SealError('invalid_argument', `value of ${field} must be a string; got ${typeof value}`)
  }
  if (typeof context !== 'string' && context !== undefined) {
    throw new SealError('invalid_argument', `context must be a session id or absent; got ${typeof context}`)
  }
  if (!Number.isInteger(issuedAtSeconds) || issuedAtSeconds < 0 || issuedAtSeconds > MAX_ISSUED_AT_SECONDS) {
    throw new SealError(
      'invalid_argument',
      `issuedAtSeconds must be whole seconds since the epoch; got ${issuedAtSeconds}`,
    )
  }
}

/** @throws When there is a member. {@link SealError} */
export function refuseUnknown(unknown: object, known: string): void {
  for (const member of Object.keys(unknown)) {
    throw new SealError('invalid_argument', `${member} is none of ${known}`)
  }
}
