import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'

import { clientOfAssertion, verifyClientAssertion } from './client-assertion.ts'

const NOW_MS = 1_800_000_000_000
const NOW_SECONDS = NOW_MS / 1_000
const AUDIENCES = ['https://id.example/realms/sluice', 'https://id.example/realms/sluice/token']

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>
let key: KeyPair
let other: KeyPair
beforeAll(async () => {
  ;[key, other] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
})

const CLAIMS: JWTPayload = {
  iss: 'shop',
  sub: 'shop',
  aud: AUDIENCES[1] ?? '',
  exp: NOW_SECONDS + 60,
  jti: 'a-1',
}
const sign = (changes: JWTPayload = {}, pair = key) =>
  new SignJWT({ ...CLAIMS, ...changes }).setProtectedHeader({ alg: 'ES256' }).sign(pair.privateKey)
const verify = async (assertion: string) =>
  verifyClientAssertion(
    assertion,
    { clientId: 'shop', publicKeys: [await exportJWK(key.publicKey)] },
    AUDIENCES,
    NOW_MS,
  )

describe('verifyClientAssertion', () => {
  it.each([AUDIENCES[0], AUDIENCES[1]])('accepts an assertion for %s', async (aud = '') => {
    expect(await verify(await sign({ aud }))).toEqual({ id: 'a-1', expiresAtMs: NOW_MS + 90_000 })
  })

  it.each(['ES256', 'PS256', 'RS256', 'Ed25519', 'EdDSA'])(
    'accepts one that is signed with %s',
    async (alg) => {
      const pair = await generateKeyPair(alg)
      const assertion = await new SignJWT(CLAIMS).setProtectedHeader({ alg }).sign(pair.privateKey)
      const client = { clientId: 'shop', publicKeys: [await exportJWK(pair.publicKey)] }
      expect(await verifyClientAssertion(assertion, client, AUDIENCES, NOW_MS)).toMatchObject({ id: 'a-1' })
    },
  )

  it('does not report an internal fault as a wrong assertion', async () => {
    const broken = { clientId: 'shop', publicKeys: null as never }
    await expect(verifyClientAssertion(await sign(), broken, AUDIENCES, NOW_MS)).rejects.toThrow(TypeError)
  })

  it('stores an assertion that ends within a millisecond until the next', async () => {
    const assertion = await sign({ exp: NOW_SECONDS + 60.000_5 })
    expect(await verify(assertion)).toEqual({ id: 'a-1', expiresAtMs: NOW_MS + 90_001 })
  })

  it.each<[string, JWTPayload]>([
    ['another client’s', { iss: 'other', sub: 'other' }],
    ['one that another client has signed', { iss: 'other' }],
    ['one for another service', { aud: 'https://elsewhere.example' }],
    ['one without audience', { aud: undefined } as unknown as JWTPayload],
    ['an expired one', { exp: NOW_SECONDS - 31 }],
    ['one without end', { exp: undefined } as unknown as JWTPayload],
    ['one that lives an hour', { exp: NOW_SECONDS + 3_600 }],
    ['one that is not good yet', { nbf: NOW_SECONDS + 60 }],
    ['one without id', { jti: undefined } as unknown as JWTPayload],
    ['one with an empty id', { jti: '' }],
    ['one with an endless id', { jti: 'x'.repeat(256) }],
  ])('refuses %s', async (_, changes) => {
    expect(await verify(await sign(changes))).toBeNull()
  })

  it('refuses another key, no signature, a secret instead of a key, and text that is not a JWT', async () => {
    expect(await verify(await sign({}, other))).toBeNull()
    expect(await verify(new UnsecuredJWT(CLAIMS).encode())).toBeNull()
    const secret = new TextEncoder().encode('s'.repeat(32))
    expect(
      await verify(await new SignJWT(CLAIMS).setProtectedHeader({ alg: 'HS256' }).sign(secret)),
    ).toBeNull()
    expect(await verify('a.b.c')).toBeNull()
  })

  it('refuses every assertion of a client without keys', async () => {
    const assertion = await sign()
    expect(
      await verifyClientAssertion(assertion, { clientId: 'shop', publicKeys: [] }, AUDIENCES, NOW_MS),
    ).toBeNull()
  })
})

describe('clientOfAssertion', () => {
  it('reads its issuer', async () => {
    expect(clientOfAssertion(await sign())).toBe('shop')
    expect(clientOfAssertion(await sign({ iss: 'other' }))).toBeNull()
    expect(clientOfAssertion('nothing')).toBeNull()
    for (const claim of [true, 1, ['shop'], null] as unknown as string[])
      expect(clientOfAssertion(new UnsecuredJWT({ iss: claim, sub: claim }).encode())).toBeNull()
  })
})

it('a text longer than any assertion names no client', async () => {
  const long = await sign({ padding: 'x'.repeat(8_192) })
  expect(clientOfAssertion(await sign())).toBe('shop')
  expect(clientOfAssertion(long)).toBeNull()
})
