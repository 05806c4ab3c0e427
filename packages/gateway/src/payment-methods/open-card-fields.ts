import type { OpenFailure, PrivateEncryptionKey, SealedFieldName } from '@sluice/card-encryption/decrypt'
import { openField } from '@sluice/card-encryption/decrypt'
import type { ErrorItem } from '@sluice/types'

import { Secret } from '../kernel/secret.ts'
import type { CardFields } from './card-data.ts'

/** The four sealed fields of a card, as they travel. */
export interface SealedCard {
  readonly encrypted_card_number: string
  readonly encrypted_cvv: string
  readonly encrypted_expiration_month: string
  readonly encrypted_expiration_year: string
}

/** One use of one envelope; its key is remembered so that it opens for no other payment. */
export interface SealedFieldUse {
  readonly field: SealedFieldName
  /** SHA-256 of key id and encapsulated key, base64url. */
  readonly useKey: string
  /** After this the envelope is stale anyway. */
  readonly expiresAtMs: number
}

export type OpenedCard =
  | { readonly ok: true; readonly fields: CardFields; readonly uses: readonly SealedFieldUse[] }
  | { readonly ok: false; readonly errors: readonly ErrorItem[] }

const CANNOT_BE_DECRYPTED = 'Encrypted value cannot be decrypted'

/** One message for every way of failing to open: telling them apart would help only an attacker. */
const MESSAGES: Readonly<Record<OpenFailure, string>> = {
  malformed: CANNOT_BE_DECRYPTED,
  unsupported_version: CANNOT_BE_DECRYPTED,
  suite_mismatch: CANNOT_BE_DECRYPTED,
  decrypt_error: CANNOT_BE_DECRYPTED,
  unknown_key: 'Encryption key is unknown or expired',
  stale: 'Encrypted value has expired',
}

/** A day of freshness and five minutes of skew: how long a use must be remembered (docs/protocol.md#card-encryption). */
const USE_LIFETIME_MS = (86_400 + 300) * 1000

/**
 * Opens the fields of a card with the merchant's keys.
 *
 * @param context - the session id on the browser's endpoints, otherwise the empty string.
 * @see docs/protocol.md#card-encryption
 */
export function openCardFields(
  sealed: SealedCard,
  options: {
    readonly context: string
    readonly keys: ReadonlyMap<string, PrivateEncryptionKey>
    readonly nowMs: number
  },
): OpenedCard {
  const errors: ErrorItem[] = []
  const uses: SealedFieldUse[] = []
  const open = (field: keyof SealedCard & SealedFieldName): Secret<string> => {
    const opened = openField({
      wire: sealed[field],
      field,
      context: options.context,
      keys: options.keys,
      nowSeconds: Math.floor(options.nowMs / 1000),
    })
    if (!opened.ok) {
      const property = `payment_method.data.${field}`
      errors.push({ property, message: MESSAGES[opened.reason], params: [property] })
      return new Secret('')
    }
    const useKey = Buffer.from(opened.replayKey).toString('base64url')
    uses.push({ field, useKey, expiresAtMs: options.nowMs + USE_LIFETIME_MS })
    return new Secret(opened.value)
  }
  const fields: CardFields = {
    pan: open('encrypted_card_number'),
    cvv: open('encrypted_cvv'),
    expirationMonth: open('encrypted_expiration_month'),
    expirationYear: open('encrypted_expiration_year'),
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, fields, uses }
}

/** The refusal of an envelope that was used for another payment. */
export function alreadyUsed(field: SealedFieldName): ErrorItem {
  const property = `payment_method.data.${field}`
  return { property, message: 'Encrypted value has already been used', params: [property] }
}
