import type { VerifyingKey } from '@sluice/shared/p256'
import type { ImportKey } from '@sluice/platform/crypto/remember-keys'

import { readBase64 } from './read-base64.ts'
import { readInstant, readJsonMembers } from './read-json.ts'
import { type RootKey, usableRootKeys } from './root-keys.ts'
import { SENDER_ID, signedBytes } from './signed-bytes.ts'
import { type Failed, failed, type WalletToken } from './wallet-token.ts'

export interface Verification {
  readonly roots: readonly RootKey[]
  /** The recipient for which the wallet signs: `gateway:<id>` or `merchant:<id>`. */
  readonly recipientId: string
  /** Imports the wallet's intermediate keys, which are the same for many tokens. */
  readonly importKey: ImportKey
  readonly nowMs: number
}

/**
 * Verifies the signer and the recipient of a token. The content of a signed text is never read before its signature
 * is verified.
 */
export function verifyToken(
  token: WalletToken,
  { roots, recipientId, importKey, nowMs }: Verification,
): { readonly ok: true } | Failed {
  const usable = usableRootKeys(roots, token.version, nowMs).map(({ key }) => key)
  if (usable.length === 0) return failed('no_root_key')
  const signers =
    token.intermediate === null ? usable : readSigners(token.intermediate, usable, { importKey, nowMs })
  if (!Array.isArray(signers)) return signers

  const message = signedBytes(SENDER_ID, recipientId, token.version, token.signedMessage)
  return isSigned(message, [token.signature], signers) ? { ok: true } : failed('signature')
}

/** Returns the intermediate key if a root signed it. Roots stay offline, so intermediate keys sign payments. */
function readSigners(
  { signedKey, signatures }: NonNullable<WalletToken['intermediate']>,
  roots: readonly VerifyingKey[],
  { importKey, nowMs }: Pick<Verification, 'importKey' | 'nowMs'>,
): VerifyingKey[] | Failed {
  // The signed text contains the version, so that a key of one version cannot sign for another.
  if (!isSigned(signedBytes(SENDER_ID, 'ECv2', signedKey), signatures, roots))
    return failed('intermediate_signature')

  const { keyValue, keyExpiration } = readJsonMembers(signedKey) ?? {}
  const expiresAtMs = readInstant(keyExpiration)
  const spki = typeof keyValue === 'string' ? readBase64(keyValue) : null
  const key = spki === null ? null : importKey(spki)
  if (key === null || expiresAtMs === null) return failed('intermediate_unreadable')
  return expiresAtMs > nowMs ? [key] : failed('intermediate_expired')
}

function isSigned(
  message: Uint8Array,
  signatures: readonly string[],
  keys: readonly VerifyingKey[],
): boolean {
  return signatures.some((text) => {
    const signature = readBase64(text)
    return signature !== null && keys.some((key) => key.verifies(message, signature))
  })
}
