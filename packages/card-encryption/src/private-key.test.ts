import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ENVELOPES } from '../test/vectors.ts'
import { EncryptionKeyError } from './encryption-key-error.ts'
import { parseKeySet } from './key.ts'
import { generateKeyPair, importPrivateKey, type PrivateKeyAlgorithm } from './private-key.ts'

const ALGORITHMS: PrivateKeyAlgorithm[] = ['HPKE-7', 'HPKE-4', 'ECDH-ES']

describe('generateKeyPair', () => {
  it.each(ALGORITHMS)('%s: both halves carry the thumbprint, only one the secret', (alg) => {
    const { publicJwk, privateJwk } = generateKeyPair(alg)
    const { d, ...rest } = privateJwk
    expect(rest).toEqual(publicJwk)
    expect(Buffer.from(d, 'base64url')).toHaveLength(32)
    expect(importPrivateKey(privateJwk)).toMatchObject({ kid: publicJwk.kid, alg })
  })

  it.each(['HPKE-7', 'HPKE-4'] as const)('%s: the public half passes as a key set', (alg) => {
    const { publicJwk } = generateKeyPair(alg)
    expect(parseKeySet({ keys: [publicJwk] })).toEqual([publicJwk])
  })
})

describe('importPrivateKey', () => {
  it.each(['HPKE-7', 'HPKE-4'] as const)('%s: finds the kid of a key that does not name it', (alg) => {
    const { private_jwk: jwk, public_jwk: publicJwk } = ENVELOPES.keys[alg]
    expect(importPrivateKey({ ...jwk, alg }).kid).toBe(publicJwk.kid)
  })

  it.each(ALGORITHMS)('%s: shows no secret when it is printed', (alg) => {
    const { privateJwk } = generateKeyPair(alg)
    const key = importPrivateKey(privateJwk)
    const printed = inspect(key, { depth: null, showHidden: true }) + JSON.stringify(key)
    expect(printed).toContain(key.kid)
    expect(printed).not.toContain(privateJwk.d)
    expect(printed).not.toContain([...Buffer.from(privateJwk.d, 'base64url').subarray(0, 4)].join(', '))
  })

  const mine = generateKeyPair('HPKE-7').privateJwk
  const other = generateKeyPair('HPKE-7').privateJwk
  const { kid: _, ...nameless } = mine
  const x25519 = generateKeyPair('HPKE-4').privateJwk
  it.each([
    [
      'alg of a private key must be one of HPKE-7, HPKE-4, ECDH-ES; got RSA-OAEP',
      { ...mine, alg: 'RSA-OAEP' },
    ],
    [`The kid of a private key must be its thumbprint ${mine.kid}`, { ...mine, kid: other.kid }],
    [
      'Member "d" of a private key is missing, not of its curve, or the secret of another public key',
      { ...mine, d: other.d },
    ],
  ])('reports "%s"', (message, jwk) => {
    expect(() => importPrivateKey(jwk)).toThrow(message)
  })

  it.each([
    ['an algorithm it does not know', { ...mine, alg: 'RSA-OAEP' }, 'malformed_key'],
    ['a member of every object as algorithm', { ...mine, alg: 'constructor' }, 'malformed_key'],
    ['a public key', { ...mine, d: undefined }, 'malformed_key'],
    ['a secret that is too short', { ...mine, d: 'AAAA' }, 'malformed_key'],
    ['the secret of another P-256 key', { ...mine, d: other.d }, 'malformed_key'],
    ['the secret of another X25519 key', { ...x25519, d: other.d }, 'malformed_key'],
    ['a point off the curve', { ...nameless, y: nameless.x }, 'malformed_key'],
    ['a key of another curve', { ...mine, alg: 'HPKE-4' }, 'malformed_key'],
    ['a kid that is not the thumbprint', { ...mine, kid: other.kid }, 'thumbprint_mismatch'],
  ])('refuses %s', (_, jwk, code) => {
    let error: unknown
    try {
      importPrivateKey(jwk as JsonWebKey & { alg: string })
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(EncryptionKeyError)
    expect(error).toMatchObject({ code })
    expect(inspect(error)).not.toContain(mine.d)
  })
})
