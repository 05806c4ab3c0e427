import type { OAuthRefusal } from './oauth-refusal.ts'
import type { RefreshFamily } from './refresh-token.ts'
import type { GrantedScope, ScopeGrant } from './scope.ts'

export interface RenewedFamily {
  readonly familyId: string
  readonly granted: GrantedScope
  /** Of the new token. */
  readonly expiresAtMs: number
}

/** Keeps refresh tokens by their hashes. */
export interface RefreshTokenStore {
  /** Begins a family with its first token; gives when that expires. */
  begin(family: RefreshFamily, tokenHash: Uint8Array, nowMs: number): Promise<number>
  /**
   * Uses a token up and puts the next one in its place, once: of callers with the same token only one is served, the
   * others end the family.
   */
  renew(use: RefreshTokenUse): Promise<RenewedFamily | { readonly refusal: OAuthRefusal }>
  /** Ends the family of a token of this client; an unknown token is none. */
  revoke(tokenHash: Uint8Array, clientId: string, nowMs: number): Promise<void>
  /** Whether the family was ended before its time; a family that is forgotten was not. */
  isRevoked(familyId: string): Promise<boolean>
  /** Forgets families whose last token has expired; gives how many. */
  deleteExpired(nowMs: number): Promise<number>
}

export interface RefreshTokenUse {
  readonly tokenHash: Uint8Array
  readonly nextHash: Uint8Array
  readonly clientId: string
  /** Decides on the scope, before the token is used up. */
  readonly grantScope: (family: RefreshFamily) => ScopeGrant
  readonly nowMs: number
}
