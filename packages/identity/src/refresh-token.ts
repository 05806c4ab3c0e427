import { LIMITS } from '@sluice/types/vocabulary'

import type { GrantedScope, ScopeGrant } from './scope.ts'

/** All refresh tokens that descend from one client authentication. */
export interface RefreshFamily {
  /** The id of the family, which is also the `session_state` in responses. */
  readonly id: string
  readonly clientId: string
  readonly merchantId: string
  /** The granted scope; renewal never widens it. */
  readonly scope: string
  readonly expiresAtMs: number
  readonly revokedAtMs: number | null
}

export interface RefreshToken {
  readonly expiresAtMs: number
  readonly usedAtMs: number | null
}

/** The reason why a refresh token is refused. */
export type RefreshRefusal =
  | 'refresh_token_unknown'
  | 'refresh_token_expired'
  | 'refresh_token_reused'
  | 'session_ended'

/** However often it is renewed, a client proves itself with its secret once a day. */
const FAMILY_LIFETIME_MS = 86_400_000

const TOKEN_LIFETIME_MS = LIMITS.REFRESH_TOKEN_LIFETIME_SECONDS * 1000

export function endOfFamilyMs(nowMs: number): number {
  return nowMs + FAMILY_LIFETIME_MS
}

/** Returns the expiry of a token that is issued now: never later than its family's. */
export function endOfTokenMs(familyExpiresAtMs: number, nowMs: number): number {
  return Math.min(nowMs + TOKEN_LIFETIME_MS, familyExpiresAtMs)
}

/**
 * Validates a refresh token of a client.
 *
 * A reused token means that two callers have it, and either may be the client: the family must end.
 *
 * @returns null if it is valid.
 */
export function findRefreshRefusal(
  token: RefreshToken,
  family: RefreshFamily,
  clientId: string,
  nowMs: number,
): RefreshRefusal | null {
  // Another client's token counts as unknown.
  if (family.clientId !== clientId) return 'refresh_token_unknown'
  if (family.revokedAtMs !== null || family.expiresAtMs <= nowMs) return 'session_ended'
  if (token.usedAtMs !== null) return 'refresh_token_reused'
  if (token.expiresAtMs <= nowMs) return 'refresh_token_expired'
  return null
}

export interface RenewedFamily {
  readonly familyId: string
  readonly granted: GrantedScope
  /** The expiry of the new token. */
  readonly expiresAtMs: number
}

export interface RefreshTokenUse {
  readonly tokenHash: Uint8Array
  readonly nextHash: Uint8Array
  readonly clientId: string
  /** Decides on the scope, before the token is exchanged. */
  readonly grantScope: (family: RefreshFamily) => ScopeGrant
  readonly nowMs: number
}
