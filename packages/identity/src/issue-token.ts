import type { Clock } from '@sluice/platform/kernel/clock'
import { makeCapability, type Random } from '@sluice/platform/kernel/random'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'

import { describeAccessToken } from './access-token.ts'
import type { ApiClient } from './client.ts'
import type { OAuthRefusal } from './oauth-refusal.ts'
import { endOfFamilyMs } from './refresh-token.ts'
import type { RenewedFamily } from './refresh-token.ts'
import type { RefreshTokenStore } from './refresh-token.store.ts'
import { grantScope, renewScope } from './scope.ts'
import type { SigningKeys } from './signing-keys.ts'

export interface TokenPorts {
  readonly signingKeys: SigningKeys
  readonly refreshTokens: RefreshTokenStore
  readonly issuer: () => string
  readonly random: Random
  /** The clock of stored deadlines, such as those of refresh tokens. */
  readonly clock: Clock
  /** The clock of access tokens, whose times others compare with their own clocks. */
  readonly realTime: Clock
}

export interface IssuedToken {
  readonly accessToken: string
  readonly refreshToken: string
  readonly refreshExpiresInSeconds: number
  readonly sessionState: string
  readonly scope: string
}

export type TokenIssue =
  | { readonly ok: true; readonly token: IssuedToken }
  | { readonly ok: false; readonly refusal: OAuthRefusal }

/** The fields of a token request, apart from the client's credentials. */
export interface TokenFields {
  readonly scope?: string | undefined
  readonly refresh_token?: string | undefined
}

type Grant = (ports: TokenPorts, client: ApiClient, fields: TokenFields) => Promise<TokenIssue>

/** The grants that are served, by their `grant_type`. */
const GRANTS: Readonly<Record<string, Grant>> = {
  client_credentials: beginFamily,
  refresh_token: renewFamily,
}

export const GRANT_TYPES: readonly string[] = Object.keys(GRANTS)

export function isGrantType(grantType: string): boolean {
  return Object.hasOwn(GRANTS, grantType)
}

/** Issues tokens to a client that has proven itself. */
export async function issueToken(
  ports: TokenPorts,
  grantType: string,
  client: ApiClient,
  fields: TokenFields,
): Promise<TokenIssue> {
  const grant = isGrantType(grantType) ? GRANTS[grantType] : undefined
  return grant ? grant(ports, client, fields) : { ok: false, refusal: { reason: 'grant_type_unknown' } }
}

async function beginFamily(ports: TokenPorts, client: ApiClient, fields: TokenFields): Promise<TokenIssue> {
  const grant = grantScope(fields.scope, client.roles)
  if (!grant.ok) return { ok: false, refusal: { reason: 'scope_refused', scopes: grant.scopes } }

  const { granted } = grant
  const nowMs = ports.clock.now()
  const refreshToken = makeCapability(ports.random)
  const familyId = ports.random.uuid()
  const family = {
    id: familyId,
    clientId: client.clientId,
    merchantId: client.merchantId,
    scope: granted.scope,
    expiresAtMs: endOfFamilyMs(nowMs),
    revokedAtMs: null,
  }
  const expiresAtMs = await ports.refreshTokens.begin(family, hashSecret(refreshToken), nowMs)
  return answer(ports, client, { refreshToken, familyId, granted, expiresAtMs, nowMs })
}

async function renewFamily(ports: TokenPorts, client: ApiClient, fields: TokenFields): Promise<TokenIssue> {
  if (!fields.refresh_token) return { ok: false, refusal: { reason: 'refresh_token_missing' } }
  const nowMs = ports.clock.now()
  const refreshToken = makeCapability(ports.random)
  const renewed = await ports.refreshTokens.renew({
    tokenHash: hashSecret(fields.refresh_token),
    nextHash: hashSecret(refreshToken),
    clientId: client.clientId,
    grantScope: (family) => renewScope(fields.scope, family.scope, client.roles),
    nowMs,
  })
  if ('refusal' in renewed) return { ok: false, refusal: renewed.refusal }
  return answer(ports, client, { ...renewed, refreshToken, nowMs })
}

interface Renewal extends RenewedFamily {
  readonly refreshToken: string
  readonly nowMs: number
}

async function answer(
  { signingKeys, issuer, random, realTime }: TokenPorts,
  client: ApiClient,
  { granted, familyId, refreshToken, expiresAtMs, nowMs }: Renewal,
): Promise<TokenIssue> {
  const claims = describeAccessToken({
    ...granted,
    issuer: issuer(),
    client,
    id: random.uuid(),
    familyId,
    nowMs: realTime.now(),
  })
  return {
    ok: true,
    token: {
      accessToken: await signingKeys.sign(claims),
      refreshToken,
      refreshExpiresInSeconds: Math.floor((expiresAtMs - nowMs) / 1000),
      sessionState: familyId,
      scope: granted.scope,
    },
  }
}
