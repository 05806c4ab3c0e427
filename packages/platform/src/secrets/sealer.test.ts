import * as fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import type { Random } from '../kernel/random.ts'
import { createSealer, WrongMasterKeyError } from './sealer.ts'

const random: Random = { bytes: (length) => randomBytes(length), uuid: () => 'unused' }
const masterKey = Buffer.alloc(32, 7)
const sealer = createSealer(masterKey, random)

describe('createSealer', () => {
  it('opens what it sealed, and never writes the same bytes twice', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), (purpose, plaintext) => {
        const sealed = sealer.seal(purpose, plaintext)
        expect(sealed).toHaveLength(4 + 12 + plaintext.length + 16)
        expect(sealer.open(purpose, sealed)).toEqual(Buffer.from(plaintext))
        expect(sealer.seal(purpose, plaintext)).not.toEqual(sealed)
      }),
    )
  })

  it('refuses another purpose', () => {
    const sealed = sealer.seal('encryption-key/m-1/k-1', Buffer.from('secret'))
    expect(() => sealer.open('encryption-key/m-2/k-1', sealed)).toThrow()
  })

  it('refuses every changed bit, in every part', () => {
    const sealed = sealer.seal('p', Buffer.from('secret'))
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        expect(() => sealer.open('p', changed)).toThrow()
      }),
    )
  })

  it('refuses bytes that are cut off', () => {
    const sealed = sealer.seal('p', Buffer.from('secret'))
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), (length) => {
        expect(() => sealer.open('p', sealed.subarray(0, length))).toThrow()
      }),
    )
  })

  it('reports that the database was created under another master key', () => {
    const sealed = createSealer(Buffer.alloc(32, 8), random).seal('p', Buffer.from('secret'))
    expect(() => sealer.open('p', sealed)).toThrow(WrongMasterKeyError)
  })

  it.each([0, 16, 31, 33])('refuses a master key of %d bytes', (length) => {
    expect(() => createSealer(Buffer.alloc(length), random)).toThrow(`must be 32 bytes long, not ${length}`)
  })
})
