import { expandRoles, type GrantableRole, LIMITS, type Role } from '@sluice/types/vocabulary'

import type { ApiClient } from './client.ts'

/** The audience of access tokens: this API. */
export const AUDIENCE = 'payment-gateway'

/** The claims of an access token as we write it. @see docs/protocol/identity.md#identity */
export interface AccessTokenClaims extends Readonly<Record<string, unknown>> {
  readonly iss: string
  readonly sub: string
  readonly aud: string
  readonly azp: string
  readonly client_id: string
  readonly typ: 'Bearer'
  readonly iat: number
  readonly exp: number
  readonly jti: string
  /** The family of refresh tokens that it belongs to: revoked with it. */
  readonly sid: string
  readonly scope: string
  readonly realm_access: { readonly roles: readonly string[] }
  readonly merchant_id: string
}

export function describeAccessToken(token: {
  readonly issuer: string
  readonly client: ApiClient
  readonly scope: string
  readonly roles: readonly GrantableRole[]
  readonly id: string
  readonly familyId: string
  readonly nowMs: number
}): AccessTokenClaims {
  const { issuer, client, scope, roles, id, familyId, nowMs } = token
  const issuedAt = Math.floor(nowMs / 1000)
  return {
    iss: issuer,
    sub: client.subject,
    aud: AUDIENCE,
    azp: client.clientId,
    client_id: client.clientId,
    typ: 'Bearer',
    iat: issuedAt,
    exp: issuedAt + LIMITS.ACCESS_TOKEN_LIFETIME_SECONDS,
    jti: id,
    sid: familyId,
    scope,
    realm_access: { roles },
    merchant_id: client.merchantId,
  }
}

/** Returns the roles that a token's claims grant, in every place where identity providers put them; composites are unfolded. */
export function rolesOfClaims(claims: Readonly<Record<string, unknown>>): ReadonlySet<Role> {
  const { realm_access: realm, resource_access: resources, scope } = claims
  const names = [realm, memberOf(resources, AUDIENCE)].flatMap((access) => memberOf(access, 'roles') ?? [])
  const scopes = typeof scope === 'string' ? scope.split(' ') : []
  return expandRoles([...names, ...scopes].filter((name) => typeof name === 'string'))
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return isObject ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
