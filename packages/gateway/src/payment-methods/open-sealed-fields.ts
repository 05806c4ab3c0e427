import type { OpenFailure, PrivateEncryptionKey, SealedFieldName } from '@sluice/card-encryption/decrypt'
import { openField } from '@sluice/card-encryption/decrypt'
import type { ErrorItem } from '@sluice/types'
import { Secret } from '@sluice/platform/kernel/secret'

/** One use of one envelope, recorded so that it opens for no other payment. */
export interface SealedFieldUse {
  readonly field: SealedFieldName
  /** SHA-256 of key id and encapsulated key, base64url. */
  readonly useKey: string
  /** The envelope expires no later than this. */
  readonly expiresAtMs: number
}

export type OpenedFields<Name extends SealedFieldName> =
  | {
      readonly ok: true
      readonly fields: Readonly<Record<Name, Secret<string>>>
      readonly uses: readonly SealedFieldUse[]
    }
  | { readonly ok: false; readonly errors: readonly ErrorItem[] }

/** The empty result for a method without its optional fields. */
export const NOTHING_SEALED = { ok: true, fields: {}, uses: [] } as const

const CANNOT_BE_DECRYPTED = 'Encrypted value cannot be decrypted'

/** All decryption errors have one message, because distinguishing them would help only an attacker. */
const MESSAGES: Readonly<Record<OpenFailure, string>> = {
  malformed: CANNOT_BE_DECRYPTED,
  unsupported_version: CANNOT_BE_DECRYPTED,
  suite_mismatch: CANNOT_BE_DECRYPTED,
  decrypt_error: CANNOT_BE_DECRYPTED,
  unknown_key: 'Encryption key is unknown or expired',
  stale: 'Encrypted value has expired',
}

/**
 * How long a use must be recorded: one day of validity and five minutes of clock skew
 * (docs/protocol/card-encryption.md#card-encryption).
 */
const USE_LIFETIME_MS = (86_400 + 300) * 1000

/**
 * Opens sealed fields with the merchant's keys. All errors are reported together, in the order of the fields.
 *
 * @param sealed - the sealed fields, by their names in the request.
 * @param options.context - the session id on the browser's endpoints, otherwise the empty string.
 * @see docs/protocol/card-encryption.md#card-encryption
 */
export function openSealedFields<Name extends SealedFieldName>(
  sealed: Readonly<Record<Name, string>>,
  options: {
    readonly context: string
    readonly keys: ReadonlyMap<string, PrivateEncryptionKey>
    readonly nowMs: number
  },
): OpenedFields<Name> {
  const errors: ErrorItem[] = []
  const uses: SealedFieldUse[] = []
  const fields: Partial<Record<Name, Secret<string>>> = {}
  for (const [field, wire] of Object.entries(sealed) as [Name, string][]) {
    const opened = openField({
      wire,
      field,
      context: options.context,
      keys: options.keys,
      nowSeconds: Math.floor(options.nowMs / 1000),
    })
    if (!opened.ok) {
      const property = `payment_method.data.${field}`
      errors.push({ property, message: MESSAGES[opened.reason], params: [property] })
      continue
    }
    const useKey = Buffer.from(opened.replayKey).toString('base64url')
    uses.push({ field, useKey, expiresAtMs: options.nowMs + USE_LIFETIME_MS })
    fields[field] = new Secret(opened.value)
  }
  return errors.length > 0
    ? { ok: false, errors }
    : { ok: true, fields: fields as Record<Name, Secret<string>>, uses }
}

/** Returns the refusal of an envelope that was used for another payment. */
export function alreadyUsed(field: SealedFieldName): ErrorItem {
  const property = `payment_method.data.${field}`
  return { property, message: 'Encrypted value has already been used', params: [property] }
}
