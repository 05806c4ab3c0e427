import { createHmac } from 'node:crypto'
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'

import { createManualClock } from '../../platform/test/manual-clock.ts'
import type { ApiClient } from './client.ts'
import { createAuthenticate, type TrustedIssuer } from './verify-access-token.ts'

const ISSUER = 'https://gateway.example/realms/sluice'
const FOREIGN = 'https://login.example/realms/shop'

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>
let ownKey: KeyPair
let otherKey: KeyPair
let foreignKey: KeyPair

beforeAll(async () => {
  ;[ownKey, otherKey, foreignKey] = await Promise.all([
    generateKeyPair('RS256'),
    generateKeyPair('RS256'),
    generateKeyPair('ES256'),
  ])
})

const shop: ApiClient = {
  clientId: 'shop',
  merchantId: 'm-1',
  secretHash: new Uint8Array(32),
  roles: ['merchant'],
  subject: 's',
  status: 'ACTIVE',
}

function prepare() {
  const clock = createManualClock()
  const clients = new Map<string, ApiClient>([['shop', shop]])
  const revoked = new Set<string>()
  let verifications = 0
  const own: TrustedIssuer = {
    issuer: ISSUER,
    algorithms: ['RS256'],
    allowedClients: null,
    audience: 'payment-gateway',
    requiresAudience: true,
    namesMerchants: false,
    limitsToClientRoles: true,
    endsWithFamily: true,
    findKey: async () => {
      verifications += 1
      return ownKey.publicKey
    },
  }
  const foreign: TrustedIssuer = {
    issuer: FOREIGN,
    algorithms: ['ES256'],
    allowedClients: ['shop'],
    audience: 'payment-gateway',
    requiresAudience: false,
    namesMerchants: true,
    limitsToClientRoles: false,
    endsWithFamily: false,
    findKey: async () => foreignKey.publicKey,
  }
  const authenticate = createAuthenticate({
    issuers: () => [own, foreign],
    findClient: async (clientId) => clients.get(clientId) ?? null,
    isFamilyRevoked: async (familyId) => revoked.has(familyId),
    hasMerchant: async (merchantId) => merchantId === 'm-2',
    clock,
  })
  const nowSeconds = clock.now() / 1000
  const claims: JWTPayload = {
    iss: ISSUER,
    aud: 'payment-gateway',
    azp: 'shop',
    typ: 'Bearer',
    iat: nowSeconds,
    exp: nowSeconds + 300,
    merchant_id: 'm-1',
    realm_access: { roles: ['sessions', 'transactions:read'] },
  }
  const sign = (changes: JWTPayload = {}, key = ownKey.privateKey, alg = 'RS256') =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg, kid: 'k' }).sign(key)
  const externalClaims = { iss: FOREIGN, aud: undefined, merchant_id: undefined } as unknown as JWTPayload
  const signExternal = (changes: JWTPayload = {}) =>
    sign({ ...externalClaims, ...changes }, foreignKey.privateKey, 'ES256')
  return {
    authenticate,
    revoked,
    clients,
    clock,
    claims,
    sign,
    signExternal,
    countVerifications: () => verifications,
  }
}

describe('createAuthenticate', () => {
  it('identifies the caller of a valid token', async () => {
    const { authenticate, sign } = prepare()
    expect(await authenticate(await sign())).toEqual({
      kind: 'merchant',
      merchantId: 'm-1',
      clientId: 'shop',
      roles: new Set(['sessions', 'transactions:read']),
    })
  })

  it.each<[string, JWTPayload]>([
    ['another issuer', { iss: `${ISSUER}2` }],
    ['another audience', { aud: 'account' }],
    ['no audience', { aud: undefined } as unknown as JWTPayload],
    ['no end', { exp: undefined } as unknown as JWTPayload],
    ['no client', { azp: undefined }],
    ['a client that is no text', { azp: ['shop'] }],
    ['an unknown client', { azp: 'unknown' }],
    ['another merchant than its client', { merchant_id: 'm-2' }],
    ['the type of an identity token', { typ: 'ID' }],
    ['the type of a refresh token', { typ: 'Refresh' }],
  ])('refuses a token with %s', async (_, changes) => {
    const { authenticate, sign } = prepare()
    expect(await authenticate(await sign(changes))).toBeNull()
  })

  it('refuses a token from the moment its family is revoked, also one that it has cached', async () => {
    const { authenticate, revoked, sign } = prepare()
    const [token, other] = [await sign({ sid: 'f-1' }), await sign({ sid: 'f-2' })]
    expect(await authenticate(token)).not.toBeNull()
    revoked.add('f-1')
    expect(await authenticate(token)).toBeNull()
    expect(await authenticate(other)).not.toBeNull()
  })

  it('accepts a token of a foreign issuer until it expires, with every session it names', async () => {
    const { authenticate, revoked, signExternal } = prepare()
    revoked.add('f-1')
    expect(await authenticate(await signExternal({ sid: 'f-1' }))).not.toBeNull()
  })

  it('refuses a token that is signed with another key, or changed', async () => {
    const { authenticate, sign } = prepare()
    expect(await authenticate(await sign({}, otherKey.privateKey))).toBeNull()
    const [header, , signature] = (await sign()).split('.')
    const [, payload] = (await sign({ realm_access: { roles: ['transactions:payout'] } })).split('.')
    expect(await authenticate([header, payload, signature].join('.'))).toBeNull()
  })

  it('refuses a token without a signature, and one signed with the public key as if it were a secret', async () => {
    const { authenticate, claims } = prepare()
    expect(await authenticate(new UnsecuredJWT(claims).encode())).toBeNull()

    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${encode({ alg: 'HS256', kid: 'k' })}.${encode(claims)}`
    const mac = createHmac('sha256', await exportSPKI(ownKey.publicKey))
      .update(signed)
      .digest('base64url')
    expect(await authenticate(`${signed}.${mac}`)).toBeNull()
  })

  it.each(['', 'abc', 'a.b.c', '....', 'eyJ9.eyJ9.'])('refuses %j, which is not a token', async (text) => {
    const { authenticate } = prepare()
    expect(await authenticate(text)).toBeNull()
  })

  it('tolerates clocks that differ by half a minute', async () => {
    const { authenticate, clock, sign } = prepare()
    const token = await sign()
    clock.advance(300_000 + 29_999)
    expect(await authenticate(token)).not.toBeNull()
    clock.advance(1_000)
    expect(await authenticate(token)).toBeNull()
  })

  it('verifies a token once', async () => {
    const { authenticate, sign, countVerifications } = prepare()
    const token = await sign()
    await authenticate(token)
    await authenticate(token)
    expect(countVerifications()).toBe(1)
    await authenticate(await sign({ jti: 'another' }))
    expect(countVerifications()).toBe(2)
  })

  it('notices that a client was deactivated or has lost a role, also behind a cached token', async () => {
    const { authenticate, clients, sign } = prepare()
    const token = await sign()
    await authenticate(token)
    clients.set('shop', { ...shop, roles: ['sessions'] })
    expect((await authenticate(token))?.roles).toEqual(new Set(['sessions']))
    clients.set('shop', { ...shop, status: 'INACTIVE' })
    expect(await authenticate(token)).toBeNull()
    clients.delete('shop')
    expect(await authenticate(token)).toBeNull()
  })

  it('grants no role that the token does not name', async () => {
    const { authenticate, sign } = prepare()
    const caller = await authenticate(await sign({ realm_access: { roles: [] } }))
    expect(caller?.roles).toEqual(new Set())
  })

  it.each<[string, JWTPayload]>([
    ['realm_access', { realm_access: { roles: ['merchant', 42, null] } }],
    [
      'resource_access',
      { realm_access: 'odd', resource_access: { 'payment-gateway': { roles: ['merchant'] } } },
    ],
    ['scope', { realm_access: undefined, scope: 'profile merchant' }],
  ])('reads roles from %s and unfolds composites', async (_, changes) => {
    const { authenticate, sign } = prepare()
    const caller = await authenticate(await sign(changes))
    expect(caller?.roles).toContain('transactions:manage')
    expect(caller?.roles).not.toContain('transactions:payout')
  })

  it('distinguishes an outage from an invalid token', async () => {
    const clock = createManualClock()
    const { sign } = prepare()
    const authenticate = createAuthenticate({
      issuers: () => [
        {
          issuer: ISSUER,
          algorithms: ['RS256'],
          allowedClients: null,
          audience: 'payment-gateway',
          namesMerchants: false,
          requiresAudience: true,
          limitsToClientRoles: true,
          endsWithFamily: true,
          findKey: async () => {
            throw new Error('database down')
          },
        },
      ],
      findClient: async () => null,
      isFamilyRevoked: async () => false,
      hasMerchant: async () => false,
      clock,
    })
    await expect(authenticate(await sign())).rejects.toThrow('database down')
  })
})

describe('a foreign issuer', () => {
  it('may omit the audience, and grants the roles; the merchant is that of the registered client', async () => {
    const { authenticate, signExternal } = prepare()
    const token = await signExternal({ realm_access: { roles: ['transactions:payout'] } })
    expect(await authenticate(token)).toEqual({
      kind: 'merchant',
      merchantId: 'm-1',
      clientId: 'shop',
      roles: new Set(['transactions:payout']),
    })
  })

  it('may not issue tokens for other issuers, other audiences, or with another issuer’s key', async () => {
    const { authenticate, clients, sign, signExternal } = prepare()
    clients.set('stranger', { ...shop, clientId: 'stranger' })
    expect(await authenticate(await signExternal({ azp: 'stranger' }))).toBeNull()
    expect(await authenticate(await signExternal({ aud: 'account' }))).toBeNull()
    expect(await authenticate(await signExternal({ iss: ISSUER, aud: 'payment-gateway' }))).toBeNull()
    expect(await authenticate(await sign({ iss: FOREIGN }))).toBeNull()
    expect(await authenticate(await signExternal({ merchant_id: 'm-2' }))).toBeNull()
  })

  it('may vouch for clients that only it has, by naming a registered merchant', async () => {
    const { authenticate, clients, sign, signExternal } = prepare()
    clients.clear()
    const roles = { realm_access: { roles: ['sessions'] } }
    expect(await authenticate(await signExternal({ merchant_id: 'm-2', ...roles }))).toEqual({
      kind: 'merchant',
      merchantId: 'm-2',
      clientId: 'shop',
      roles: new Set(['sessions']),
    })
    expect(await authenticate(await signExternal({ merchant_id: 'm-3' }))).toBeNull()
    expect(await authenticate(await signExternal())).toBeNull()
    expect(await authenticate(await sign({ merchant_id: 'm-2' }))).toBeNull()
    clients.set('shop', { ...shop, merchantId: 'm-2', status: 'INACTIVE' })
    expect(await authenticate(await signExternal({ merchant_id: 'm-2' }))).toBeNull()
  })
})
