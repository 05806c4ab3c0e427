import { ECDH, generateKeyPairSync, sign } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { exportPublicKey, importVerifyingKey, toAgreementKey } from './p256.ts'

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
  it('is read of SubjectPublicKeyInfo', () => {
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
  ])('is not read of %s', (_, spki) => {
    expect(importVerifyingKey(spki)).toBeNull()
  })
})
