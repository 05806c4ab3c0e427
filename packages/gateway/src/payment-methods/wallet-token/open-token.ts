import { sha256Base64Url } from '@sluice/platform/crypto/aead'
import type { AgreementKey } from '@sluice/shared/p256'

import { decryptMessage } from './decrypt-message.ts'
import { parseToken } from './parse-token.ts'
import { readCredential, type WalletCredential } from './read-credential.ts'
import { type Verification, verifyToken } from './verify-token.ts'
import { type Failed, failed } from './wallet-token.ts'

/** One use of one token, recorded so that the token pays once. */
export interface WalletTokenUse {
  readonly field: 'gwallet_pay_token'
  /** SHA-256 of the message id, base64url. */
  readonly useKey: string
  /** The token expires no later than this. */
  readonly expiresAtMs: number
}

export type OpenedToken =
  | { readonly ok: true; readonly credential: WalletCredential; readonly use: WalletTokenUse }
  | Failed

export interface OpenTokenOptions extends Verification {
  /** All live private keys: the current one and those that it replaces. */
  readonly keys: readonly AgreementKey[]
  readonly gatewayMerchantId: string
  /** Whether the retired version without intermediate keys is accepted. */
  readonly acceptsEcV1: boolean
}

/**
 * Opens a wallet's token. It checks the signer, then the content, then whether this merchant may still use it.
 *
 * @see docs/protocol/tokens.md#wallet-tokens
 */
export function openToken(sent: string, opening: OpenTokenOptions): OpenedToken {
  const parsed = parseToken(sent)
  if (!parsed.ok) return parsed
  const { token } = parsed
  if (token.version === 'ECv1' && !opening.acceptsEcV1) return failed('unsupported_version')
  const verified = verifyToken(token, opening)
  if (!verified.ok) return verified
  const decrypted = decryptMessage(token, opening.keys)
  if (!decrypted.ok) return decrypted
  const read = readCredential(decrypted.plaintext, opening)
  if (!read.ok) return read
  const useKey = sha256Base64Url('gwallet-pay message', read.messageId)
  const use = { field: 'gwallet_pay_token', useKey, expiresAtMs: read.expiresAtMs } as const
  return { ok: true, credential: read.credential, use }
}
