import fc from 'fast-check'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, it } from 'vitest'
import { ENVELOPES } from '../test/vectors.ts'
import { encodeBase64Url } from './base64.ts'
import { EncryptionKeyError } from './encryption-key-error.ts'
import { chooseKey, parseKeySet, thumbprint, toRecipientKey, type PublicEncryptionKey } from './key.ts'
import { generateKeyPair } from './private-key.ts'

const P256_KEY = ENVELOPES.keys['HPKE-7'].public_jwk
const X25519_KEY = ENVELOPES.keys['HPKE-4'].public_jwk

function codeOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof EncryptionKeyError) return error.code
    throw error
  }
  return 'nothing thrown'
}

describe('thumbprint (RFC 7638)', () => {
  it.each([P256_KEY, X25519_KEY])('the thumbprint of a key of $alg agrees with jose', async (key) => {
    expect(encodeBase64Url(thumbprint(key))).toBe(await calculateJwkThumbprint({ ...key }))
  })
})

describe('key-distribution: parseKeySet', () => {
  it('keeps the order and drops what it does not know', () => {
    const keys = parseKeySet({
      keys: [
        { ...X25519_KEY, nbf: 1, exp: 2, x5c: ['…'] },
        { kty: 'oct', alg: 'HPKE-99' },
        { alg: ['HPKE-7'] },
        {},
        P256_KEY,
      ],
    })
    expect(keys).toStrictEqual([{ ...X25519_KEY, nbf: 1, exp: 2 }, P256_KEY])
  })

  it('skips the JWE key, which other senders use', () => {
    expect(parseKeySet({ keys: [generateKeyPair('ECDH-ES').publicJwk, P256_KEY] })).toEqual([P256_KEY])
  })

  it('treats null as absent', () => {
    const key = { ...P256_KEY, use: null, nbf: null, exp: null, d: null }
    expect(parseKeySet({ keys: [key] })).toEqual([P256_KEY])
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'malformed_key_set'],
    ['a list', [P256_KEY], 'malformed_key_set'],
    ['keys that are no list', { keys: P256_KEY }, 'malformed_key_set'],
    ['an entry that is null', { keys: [null] }, 'malformed_key_set'],
    ['a coordinate that is missing', { keys: [{ ...P256_KEY, y: undefined }] }, 'malformed_key'],
    ['a coordinate that is short', { keys: [{ ...X25519_KEY, x: 'AAAA' }] }, 'malformed_key'],
    ['a coordinate with padding', { keys: [{ ...P256_KEY, x: `${P256_KEY.x}=` }] }, 'malformed_key'],
    ['a key of another curve', { keys: [{ ...P256_KEY, crv: 'P-384' }] }, 'malformed_key'],
    ['a key of another type', { keys: [{ ...P256_KEY, alg: 'HPKE-4' }] }, 'malformed_key'],
    ['a curve of another type', { keys: [{ ...P256_KEY, kty: 'OKP' }] }, 'malformed_key'],
    ['a date without end', { keys: [{ ...P256_KEY, nbf: Infinity }] }, 'malformed_key'],
    ['a signing key', { keys: [{ ...P256_KEY, use: 'sig' }] }, 'malformed_key'],
    ['a private key', { keys: [generateKeyPair('HPKE-7').privateJwk] }, 'malformed_key'],
    ['a date that is text', { keys: [{ ...P256_KEY, exp: '1732060800' }] }, 'malformed_key'],
    ['a kid of another key', { keys: [{ ...P256_KEY, kid: X25519_KEY.kid }] }, 'thumbprint_mismatch'],
    ['no kid', { keys: [{ ...P256_KEY, kid: undefined }] }, 'thumbprint_mismatch'],
    ['a coordinate of another key', { keys: [{ ...P256_KEY, x: X25519_KEY.x }] }, 'thumbprint_mismatch'],
  ])('refuses %s', (_, keySet, code) => {
    expect(codeOf(() => parseKeySet(keySet))).toBe(code)
  })

  it.each<[string, unknown]>([
    ['A key set must be an object with a list named "keys"', {}],
    ['keys[1] of the key set is not an object', { keys: [P256_KEY, null] }],
    ...Object.entries({
      kty: [{ kty: 'OKP' }, 'EC'],
      crv: [{ crv: 'P-384' }, 'P-256'],
      x: [{ x: 'AAAA' }, '32 bytes in base64url'],
      y: [{ y: null }, '32 bytes in base64url'],
      d: [{ d: 'AAAA' }, 'absent: this is a private key'],
      use: [{ use: 'sig' }, '"enc"'],
      exp: [{ exp: 'soon' }, 'seconds since the epoch'],
      nbf: [{ nbf: 'soon' }, 'seconds since the epoch'],
    } as const).map(([member, [changes, expected]]): [string, unknown] => [
      `Member "${member}" of an encryption key must be ${expected}`,
      { keys: [{ ...P256_KEY, ...changes }] },
    ]),
    [
      'Member "x" of an encryption key must be 32 bytes in base64url',
      { keys: [{ ...X25519_KEY, x: 'AAAA' }] },
    ],
    [
      `The kid of an encryption key must be its thumbprint ${P256_KEY.kid}`,
      { keys: [{ ...P256_KEY, kid: X25519_KEY.kid }] },
    ],
  ])('reports "%s"', (message, keySet) => {
    expect(() => parseKeySet(keySet)).toThrow(message)
    expect(() => parseKeySet(keySet)).toThrow(expect.objectContaining({ name: 'EncryptionKeyError' }))
  })

  it('answers any garbage with keys or an EncryptionKeyError', () => {
    const members = fc.constantFrom('kty', 'crv', 'x', 'y', 'use', 'alg', 'kid', 'nbf', 'exp', 'd')
    const damagedKey = fc
      .tuple(fc.constantFrom(P256_KEY, X25519_KEY), members, fc.jsonValue())
      .map(([key, member, value]) => ({ keys: [{ ...key, [member]: value }] }))
    const keySet = fc.oneof(fc.anything(), fc.record({ keys: fc.anything() }), damagedKey)
    fc.assert(
      fc.property(keySet, (value) => {
        let keys: PublicEncryptionKey[] = []
        const code = codeOf(() => (keys = parseKeySet(value)))
        expect(['nothing thrown', 'malformed_key_set', 'malformed_key', 'thumbprint_mismatch']).toContain(
          code,
        )
        for (const key of keys) expect(key.kid).toBe(encodeBase64Url(thumbprint(key)))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('key-distribution: chooseKey', () => {
  const current = { ...P256_KEY, nbf: 100, exp: 200 }
  const successor = { ...X25519_KEY, nbf: 150, exp: 300 }

  it.each([
    ['from nbf on', 100, current],
    ['the first of two that are valid', 150, current],
    ['until just before exp', 199, current],
    ['the next from exp on', 200, successor],
  ])('takes %s', (_, nowSeconds, key) => {
    expect(chooseKey([current, successor], nowSeconds)).toBe(key)
  })

  it('takes a key without dates at any time, and passes over an alg it does not implement', () => {
    const unknown = { ...P256_KEY, alg: 'HPKE-99' } as unknown as PublicEncryptionKey
    expect(chooseKey([unknown, P256_KEY], 0)).toBe(P256_KEY)
  })

  it.each([
    ['no key', [], 150],
    ['only keys that are not valid yet', [current], 99],
    ['only keys that have expired', [current], 200],
  ])('throws when there is %s', (_, keys, nowSeconds) => {
    expect(codeOf(() => chooseKey(keys, nowSeconds))).toBe('no_usable_key')
    expect(() => chooseKey(keys, nowSeconds)).toThrow(
      `None of the ${keys.length} encryption keys is valid at ${nowSeconds}; fetch the key set again`,
    )
  })
})

describe('toRecipientKey', () => {
  it('lists the supported algorithms', () => {
    const unknown = { ...P256_KEY, alg: 'HPKE-99' } as unknown as PublicEncryptionKey
    expect(() => toRecipientKey(unknown)).toThrow(
      'Member "alg" of an encryption key must be one of HPKE-7, HPKE-4',
    )
  })
})
