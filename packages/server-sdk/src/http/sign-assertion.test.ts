import { describe, expect, it } from 'vitest'

import { ConfigurationError } from '../errors/configuration-error.ts'
import { signAssertions } from './sign-assertion.ts'

const NOW_MS = 1_800_000_000_000
const CLIENT = { clientId: 'shop', audience: 'https://id.example/realms/sluice', now: () => NOW_MS }

const KEYS = [
  ['ES256', { name: 'ECDSA', namedCurve: 'P-256' }, { name: 'ECDSA', hash: 'SHA-256' }],
  [
    'PS256',
    { name: 'RSA-PSS', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    { name: 'RSA-PSS', saltLength: 32 },
  ],
  ['EdDSA', { name: 'Ed25519' }, { name: 'Ed25519' }],
] as const

const decode = (part = '') => JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as unknown
const bytesOf = (part = '') =>
  Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0)

describe('signAssertions', () => {
  it.each(KEYS)('signs with %s what the public key verifies', async (alg, generation, verification) => {
    const pair = (await crypto.subtle.generateKey(generation, true, ['sign', 'verify'])) as CryptoKeyPair
    const privateKey = await crypto.subtle.exportKey('jwk', pair.privateKey)
    const prove = signAssertions({ ...CLIENT, privateKey })
    const { client_assertion: assertion = '', ...fields } = await prove()
    expect(fields).toEqual({
      client_id: 'shop',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    const [header, claims, signature] = assertion.split('.')
    expect(decode(header)).toEqual({ alg, typ: 'JWT' })
    expect(decode(claims)).toEqual({
      iss: 'shop',
      sub: 'shop',
      aud: CLIENT.audience,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      iat: NOW_MS / 1_000,
      exp: NOW_MS / 1_000 + 60,
    })
    const signed = new TextEncoder().encode(`${header}.${claims}`)
    expect(await crypto.subtle.verify(verification, pair.publicKey, bytesOf(signature), signed)).toBe(true)
    // Each is good for one request.
    expect((await prove())['client_assertion']).not.toBe(assertion)
  })

  it.each([
    ['key-1', { kid: 'key-1' }],
    [undefined, {}],
    [7, {}],
  ])('names the key %s as in its document', async (kid, named) => {
    const generated = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
    const key = await crypto.subtle.exportKey('jwk', generated.privateKey)
    const privateKey = { ...key, kid } as unknown as Parameters<typeof signAssertions>[0]['privateKey']
    const { client_assertion: assertion = '' } = await signAssertions({ ...CLIENT, privateKey })()
    expect(decode(assertion.split('.')[0])).toEqual({ alg: 'EdDSA', typ: 'JWT', ...named })
  })

  it.each([
    ['a public key', { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }],
    ['another curve', { kty: 'EC', crv: 'P-384', x: 'x', y: 'y', d: 'd' }],
    ['a shared secret', { kty: 'oct', k: 'secret' }],
    ['nothing', {}],
  ])('refuses %s at the start', (_, privateKey) => {
    expect(() => signAssertions({ ...CLIENT, privateKey })).toThrow(ConfigurationError)
  })
})
