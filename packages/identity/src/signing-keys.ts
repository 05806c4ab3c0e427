import type { SigningKeySet } from '@sluice/types'

/** The keys that our own access tokens are signed with. */
export interface SigningKeys {
  /** Returns a compact JWT. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** The public key with this name; null for an unknown name. */
  findPublicKey(kid: string): Promise<CryptoKey | null>
  /** Returns whether tokens that it signed are still valid. */
  isLive(kid: string): Promise<boolean>
  publish(): Promise<SigningKeySet>
}

/** The one algorithm of our own tokens: the cheapest to verify, and what every library knows. */
export const SIGNING_ALGORITHM = 'RS256'
