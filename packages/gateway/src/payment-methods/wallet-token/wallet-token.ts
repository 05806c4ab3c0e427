import type { EciesSuite } from '@sluice/shared/ecies'

/** Versions of the wallet's token, and what each seals its messages with. ECv1 has no intermediate keys. */
export const TOKEN_VERSIONS = {
  ECv2: { cipher: 'aes-256-ctr', keyBytes: 32 },
  ECv1: { cipher: 'aes-128-ctr', keyBytes: 16 },
} as const satisfies Record<string, EciesSuite>

export type TokenVersion = keyof typeof TOKEN_VERSIONS

/** A wallet's token as it came. Nothing in it is believed yet. */
export interface WalletToken {
  readonly version: TokenVersion
  /** DER, Base64. */
  readonly signature: string
  /** Null for ECv1. Its text is verified as it came, never written anew. */
  readonly intermediate: { readonly signedKey: string; readonly signatures: readonly string[] } | null
  /** Verified as it came. */
  readonly signedMessage: string
}

/** Why a token pays nothing. Operators see the word, callers one of two sentences. */
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
