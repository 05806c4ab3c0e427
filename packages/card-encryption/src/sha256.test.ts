import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

function platformSha256(message: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(message).digest())
}

describe('SHA-256', () => {
  it('agrees with the platform at every length around the block boundaries', () => {
    for (let length = 0; length <= 200; length++) {
      const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 0xff)
      expect(sha256(message)).toEqual(platformSha256(message))
    }
  })

  it('agrees with the platform on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_000 }), (message) => {
        expect(sha256(message)).toEqual(platformSha256(message))
      }),
    )
  })
})
