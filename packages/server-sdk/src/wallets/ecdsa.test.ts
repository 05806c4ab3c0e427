import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rewriteDer, writeDer } from '../../test/rewrite-der.ts'
import type { Bytes } from './bytes.ts'
import { readDer } from './der.ts'
import { isSignedBy, readEcdsaKey } from './ecdsa.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const MESSAGE = Buffer.from('message')

const own = (bytes: Uint8Array): Bytes => Uint8Array.from(bytes)
const key = readEcdsaKey(readDer(own(publicKey.export({ type: 'spki', format: 'der' }))))
if (!key) throw new Error('no key')

const spkiOf = (publicKey: KeyObject) => readDer(own(publicKey.export({ type: 'spki', format: 'der' })))

/** A signature whose second number has its top bit set, so that a byte 0 precedes it. */
function makeSignature(): Buffer {
  for (;;) {
    const signature = sign('sha256', MESSAGE, privateKey)
    if (signature.length === 71 && signature[3] === 32) return signature
  }
}

const isRight = (signature: Uint8Array) =>
  isSignedBy(key, { bytes: own(MESSAGE), algorithm: '1.2.840.10045.4.3.2', signature: own(signature) })

const sequence = (...numbers: readonly Uint8Array[]) => {
  const content = Buffer.concat(numbers.flatMap((number) => [Uint8Array.of(2, number.length), number]))
  return Buffer.concat([Uint8Array.of(0x30, content.length), content])
}

describe('an ECDSA signature', () => {
  const signature = makeSignature()
  const r = signature.subarray(4, 36)
  const s = signature.subarray(38)

  it('has only one encoding', async () => {
    expect(await isRight(signature)).toBe(true)
    expect(await isRight(sequence(r, s))).toBe(true)
    const zero = Uint8Array.of(0)
    const others = {
      'a negative number': sequence(r, s.subarray(1)),
      'a zero too many': sequence(Buffer.concat([zero, r]), s),
      'an empty number': sequence(Buffer.alloc(0), s),
      'a third number': sequence(r, s, s),
      'one number': sequence(r),
      'two zeros': sequence(zero, zero),
      'bytes behind it': Buffer.concat([signature, zero]),
      'two numbers side by side': Buffer.concat([r, s.subarray(1)]),
    }
    for (const [name, bytes] of Object.entries(others)) expect(await isRight(bytes), name).toBe(false)
  })
})

describe('an ECDSA key', () => {
  it.each([
    ['P-256', 32, 'sha256', '1.2.840.10045.4.3.2'],
    ['P-384', 48, 'sha384', '1.2.840.10045.4.3.3'],
    ['P-384', 48, 'sha256', '1.2.840.10045.4.3.2'],
  ] as const)(
    'on %s verifies what was signed with %i bytes and %s',
    async (curve, bytes, hash, algorithm) => {
      const pair = generateKeyPairSync('ec', { namedCurve: curve })
      const read = readEcdsaKey(spkiOf(pair.publicKey))
      expect(read).toMatchObject({ namedCurve: curve, coordinateBytes: bytes })
      if (!read) return
      const signed = { bytes: own(MESSAGE), algorithm, signature: own(sign(hash, MESSAGE, pair.privateKey)) }
      expect(await isSignedBy(read, signed)).toBe(true)
      expect(await isSignedBy(read, { ...signed, algorithm: '1.2.840.113549.1.1.11' })).toBe(false)
      expect(await isSignedBy(read, { ...signed, bytes: own(Buffer.from('another')) })).toBe(false)
    },
  )

  it.each([
    ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey],
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey],
    ['Ed25519', generateKeyPairSync('ed25519').publicKey],
  ])('is not read from %s', (_, other) => {
    expect(readEcdsaKey(spkiOf(other))).toBeNull()
  })

  it('is rejected under another kind of key on its curve', () => {
    const spki = spkiOf(publicKey)
    const [identifier] = spki.children[0]?.children ?? []
    if (!identifier) throw new Error('no identifier')
    const other = rewriteDer(spki, new Map([[identifier, Buffer.from('06032a0304', 'hex')]]))
    expect(readEcdsaKey(readDer(own(other)))).toBeNull()
  })

  it.each([
    ['names no curve', []],
    ['names its curve by a number', [Buffer.from('020101', 'hex')]],
  ])('is not read if the key %s', (_, parts) => {
    const spki = spkiOf(publicKey)
    const [algorithm] = spki.children
    const [identifier] = algorithm?.children ?? []
    if (!algorithm || !identifier) throw new Error('no identifier')
    const other = rewriteDer(spki, new Map([[algorithm, writeDer(0x30, identifier.raw, ...parts)]]))
    expect(readEcdsaKey(readDer(own(other)))).toBeNull()
  })

  it('verifies a number whose first byte is 128', async () => {
    for (;;) {
      const signature = sign('sha256', MESSAGE, privateKey)
      if (signature[3] !== 33 || signature[5] !== 0x80) continue
      expect(await isRight(signature)).toBe(true)
      return
    }
  })
})
