import { createECDH, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decodeBase64, encodeBase64Url } from './base64.ts'
import { nodeOpening, readBase64 } from './node.ts'
import { generateKeyPair, importPrivateKey } from './private-key.ts'

const { keyPair } = importPrivateKey(generateKeyPair('HPKE-7').privateJwk)
const peer = createECDH('prime256v1')
peer.generateKeys()
const bytes = (form?: 'compressed' | 'hybrid') => Uint8Array.from(peer.getPublicKey(null, form))

describe('agreement on P-256 with node:crypto', () => {
  it('accepts the point in the encoding of HPKE', () => {
    expect(keyPair.agree(bytes())).toEqual(Uint8Array.from(peer.computeSecret(keyPair.publicKey)))
  })

  it('is one call with the key derivation', () => {
    expect(keyPair.decapsulate?.(bytes())).toHaveLength(32)
  })

  // One point has one spelling: another would be another use of the same envelope.
  it.each(['compressed', 'hybrid'] as const)('refuses a %s point', (form) => {
    expect(() => keyPair.agree(bytes(form))).toThrow('not an uncompressed one')
    expect(() => keyPair.decapsulate?.(bytes(form))).toThrow('not an uncompressed one')
  })

  it('rejects a truncated point, and a point that is not on the curve', () => {
    const beside = bytes()
    beside.set([(beside[64] ?? 0) ^ 1], 64)
    expect(() => keyPair.agree(beside)).toThrow('Public key is not valid')
    expect(() => keyPair.agree(bytes().subarray(0, 64))).toThrow('Public key is not valid')
    expect(() => keyPair.decapsulate?.(beside)).toThrow()
    expect(() => keyPair.decapsulate?.(bytes().subarray(0, 64))).toThrow()
  })
})

describe('HMAC with Node', () => {
  it.each([0, 1, 32, 63, 64])('with a key of %i bytes equals that of the platform', (keyBytes) => {
    const key = new Uint8Array(keyBytes).fill(7)
    for (const message of [new Uint8Array(), Uint8Array.of(1, 2, 3)]) {
      const expected = createHmac('sha256', key).update(message).digest()
      expect(Buffer.from(nodeOpening.hmac(key, message))).toEqual(expected)
    }
  })

  it('refuses a key that would have to be hashed first', () => {
    expect(() => nodeOpening.hmac(new Uint8Array(65), new Uint8Array())).toThrow(
      'The key of an HMAC is longer than a block of SHA-256',
    )
  })
})

describe('Base64 with Node', () => {
  const written = fc
    .uint8Array({ maxLength: 70 })
    .chain((bytes) =>
      fc.constantFrom(
        Buffer.from(bytes).toString('base64'),
        Buffer.from(bytes).toString('base64').replaceAll('=', ''),
        encodeBase64Url(bytes),
        `${Buffer.from(bytes).toString('base64')}\n`,
      ),
    )
  const damaged = fc.string({ unit: fc.constantFrom('A', 'B', '/', '+', '-', '_', '=', ' ', 'é') })

  it('is read as without', () => {
    fc.assert(
      fc.property(fc.oneof(written, damaged), (text) => {
        const bytes = readBase64(text)
        expect(bytes && new Uint8Array(bytes)).toEqual(decodeBase64(text))
      }),
    )
  })
})
