import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Bytes } from './bytes.ts'
import { readDer } from './der.ts'
import { isSignedBy, readEcdsaKey } from './ecdsa.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const MESSAGE = Buffer.from('message')

const own = (bytes: Uint8Array): Bytes => Uint8Array.from(bytes)
const key = readEcdsaKey(readDer(own(publicKey.export({ type: 'spki', format: 'der' }))))
if (!key) throw new Error('no key')

/** A signature whose second number has its top bit set, so that a byte 0 stands before it. */
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

  it('has one way to be written', async () => {
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
