import { createPublicKey, ECDH, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import {
  deriveSigningKey,
  exportPublicKey,
  importVerifyingKey,
  readPrivateKey,
  signSha256,
  toAgreementKey,
} from './p256.ts'

const makeKey = (namedCurve = 'prime256v1') => generateKeyPairSync('ec', { namedCurve }).privateKey
const rewrite = (point: Uint8Array, form: 'compressed' | 'hybrid') =>
  ECDH.convertKey(point, 'prime256v1', undefined, undefined, form) as Buffer

describe('agreement', () => {
  it('is the same for both, and 32 bytes long', () => {
    const [one, other] = [toAgreementKey(makeKey()), toAgreementKey(makeKey())]
    const secret = one.agree(other.publicPoint)
    expect(secret).toHaveLength(32)
    expect(other.agree(one.publicPoint)).toEqual(secret)
  })

  it.each<[string, (point: Uint8Array) => Uint8Array]>([
    ['compressed', (point) => rewrite(point, 'compressed')],
    ['in hybrid form', (point) => rewrite(point, 'hybrid')],
    ['at infinity', () => Uint8Array.of(0)],
    ['beside the curve', (point) => point.with(64, (point[64] ?? 0) ^ 1)],
    ['with a byte more', (point) => Buffer.concat([point, Uint8Array.of(0)])],
    ['of another curve', () => exportPublicKey(makeKey('secp384r1')).subarray(-97)],
  ])('there is none with a point %s', (_, bend) => {
    expect(toAgreementKey(makeKey()).agree(bend(toAgreementKey(makeKey()).publicPoint))).toBeNull()
  })
})

describe('a verifying key', () => {
  it('is read from SubjectPublicKeyInfo', () => {
    const key = makeKey()
    const message = Buffer.from('message')
    expect(importVerifyingKey(exportPublicKey(key))?.verifies(message, sign('sha256', message, key))).toBe(
      true,
    )
  })

  it.each([
    ['another curve', exportPublicKey(makeKey('secp384r1'))],
    ['a curve of the same length', exportPublicKey(makeKey('secp256k1'))],
    ['RSA', exportPublicKey(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey)],
    ['a point beside the curve', exportPublicKey(makeKey()).fill(7, 59)],
    ['half a key', exportPublicKey(makeKey()).subarray(0, 60)],
    ['a key with more behind it', Buffer.concat([exportPublicKey(makeKey()), Buffer.from('more')])],
    ['nothing', Buffer.alloc(0)],
  ])('is not read from %s', (_, spki) => {
    expect(importVerifyingKey(spki)).toBeNull()
  })
})

describe('a private key', () => {
  const pemOf = (key: KeyObject, type: 'pkcs8' | 'sec1') => key.export({ format: 'pem', type }).toString()

  it.each(['pkcs8', 'sec1'] as const)('is read from PEM as %s', (type) => {
    const key = makeKey()
    expect(readPrivateKey(pemOf(key, type))?.equals(key)).toBe(true)
  })

  it.each([
    ['another curve', pemOf(makeKey('secp384r1'), 'pkcs8')],
    ['an Edwards curve', pemOf(generateKeyPairSync('ed25519').privateKey, 'pkcs8')],
    ['RSA', pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey, 'pkcs8')],
    ['a public key', createPublicKey(makeKey()).export({ format: 'pem', type: 'spki' }).toString()],
    ['another text', 'key'],
    ['nothing', ''],
  ])('is not read from %s', (_, pem) => {
    expect(readPrivateKey(pem)).toBeNull()
  })

  it('and its public half export the same bytes', () => {
    const key = makeKey()
    expect(exportPublicKey(createPublicKey(key))).toEqual(exportPublicKey(key))
  })
})

describe('a derived key', () => {
  const SECRET = Buffer.alloc(32, 1)

  // Made by another program: the second one begins with four zero bits, the third one with a zero byte.
  it.each([
    ['purpose', 'pFmn3hFSvT6O-P6Uxr5RnT8yXJ0sKViJWg1WAqgE-0U'],
    ['purpose 47', 'BbDjjZfGFOz_H-j3YGJENiAH8T8hw1kFw-1pdIJuQBU'],
    ['purpose 762', 'AOJ9zo-lJ2hk-g40CxirLe5qs1ZojpZv1bmSh4lQOtM'],
  ])('is the same in every release: %s', (purpose, scalar) => {
    const key = deriveSigningKey(SECRET, purpose)
    expect(key.export({ format: 'jwk' })).toMatchObject({ kty: 'EC', crv: 'P-256', d: scalar })
    const message = Buffer.from('message')
    const verifying = importVerifyingKey(exportPublicKey(key))
    expect(verifying?.verifies(message, signSha256(key, message))).toBe(true)
  })

  it('differs for another secret', () => {
    const [one, other] = [SECRET, Buffer.alloc(32, 2)].map((secret) => deriveSigningKey(secret, 'purpose'))
    expect(other && one?.equals(other)).toBe(false)
  })
})
