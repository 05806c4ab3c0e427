import type { EciesSuite } from '@sluice/shared/ecies'

/** The versions of the wallet's token, with their encryption. ECv1 has no intermediate keys. */
export const TOKEN_VERSIONS = {
  ECv2: { cipher: 'aes-256-ctr', keyBytes: 32 },
  ECv1: { cipher: 'aes-128-ctr', keyBytes: 16 },
} as const satisfies Record<string, EciesSuite>

export type TokenVersion = keyof typeof TOKEN_VERSIONS

/** A wallet's token as received, of which nothing is verified. */
export interface WalletToken {
  readonly version: TokenVersion
  /** DER, Base64. */
  readonly signature: string
  /** The intermediate key; null for ECv1. Its text is verified as received, never serialized again. */
  readonly intermediate: { readonly signedKey: string; readonly signatures: readonly string[] } | null
  /** The signed message, verified as received. */
  readonly signedMessage: string
}

/** The reason why a token is rejected. Operators see the reason, callers one of two messages. */
export const WALLET_TOKEN_FAILURES = [
  'malformed',
  'unsupported_version',
  'no_root_key',
  'intermediate_signature',
  'intermediate_unreadable',
  'intermediate_expired',
  'signature',
  'message_unreadable',
  'undecryptable',
  'payload_unreadable',
  'message_expired',
  'other_merchant',
] as const

export type WalletTokenFailure = (typeof WALLET_TOKEN_FAILURES)[number]

export interface Failed {
  readonly ok: false
  readonly reason: WalletTokenFailure
}

export function failed(reason: WalletTokenFailure): Failed {
  return { ok: false, reason }
}
