import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCertificate } from './certificate.ts'
import { DerError, readBitString, readDer, readObjectIdentifier, readTimeMs } from './der.ts'
import { readSignedData } from './signed-data.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const ascii = (tag: string, text: string) =>
  bytes(tag + text.length.toString(16).padStart(2, '0') + Buffer.from(text).toString('hex'))

describe('der', () => {
  it('reads a value with what is inside', () => {
    const { tag, content, raw, children } = readDer(bytes('30060201050401ff'))
    expect({ tag, content: content.length, raw: raw.length }).toEqual({ tag: 0x30, content: 6, raw: 8 })
    expect(children.map((child) => [child.tag, ...child.content])).toEqual([
      [0x02, 5],
      [0x04, 0xff],
    ])
  })

  it('reads indefinite lengths only where they are expected', () => {
    const indefinite = bytes('30800201050000')
    expect(readDer(indefinite, 'any').children).toHaveLength(1)
    expect(() => readDer(indefinite)).toThrow(DerError)
  })

  it.each([
    ['nothing', ''],
    ['a header alone', '30'],
    ['a value cut short', '0402ff'],
    ['a child that is longer than its parent', '3003020205'],
    ['bytes behind', '020105ff'],
    ['a length not in the shortest form', '02810105'],
    ['a length with a leading zero', '0282000105'],
    ['a length of four bytes', '028400000001'],
    ['a tag of two bytes', '1f0100'],
    ['an indefinite length of a primitive', '04800000'],
    ['an indefinite length without an end', '3080020105'],
    ['nesting without an end', '3080'.repeat(200)],
  ])('refuses %s', (_, hex) => {
    expect(() => readDer(bytes(hex), 'any')).toThrow(DerError)
  })

  it('ends in a value or a DerError, for all bytes', () => {
    for (const read of [
      (text: Uint8Array<ArrayBuffer>) => readDer(text, 'any'),
      readSignedData,
      readCertificate,
    ]) {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), (text) => {
          try {
            read(Uint8Array.from(text))
          } catch (error) {
            expect(error).toBeInstanceOf(DerError)
          }
        }),
      )
    }
  })

  it.each([
    ['06082a8648ce3d040302', '1.2.840.10045.4.3.2'],
    ['0603551d13', '2.5.29.19'],
    ['0601 2a'.replace(' ', ''), '1.2'],
    ['0603883703', '2.999.3'],
  ])('reads the identifier %s', (hex, text) => {
    expect(readObjectIdentifier(readDer(bytes(hex)))).toBe(text)
  })

  it.each(['0600', '060180', '060186', '06032a8001', '06062affffffff7f', '020105'])(
    'refuses the identifier %s',
    (hex) => {
      expect(() => readObjectIdentifier(readDer(bytes(hex)))).toThrow(DerError)
    },
  )

  it('refuses bits that do not fill their bytes', () => {
    expect(readBitString(readDer(bytes('030200ff')))).toEqual(Uint8Array.of(0xff))
    expect(() => readBitString(readDer(bytes('030204f0')))).toThrow(DerError)
  })

  it.each([
    ['17', '230913134938Z', '2023-09-13T13:49:38.000Z'],
    ['17', '491231235959Z', '2049-12-31T23:59:59.000Z'],
    ['17', '500101000000Z', '1950-01-01T00:00:00.000Z'],
    ['18', '20500101000000Z', '2050-01-01T00:00:00.000Z'],
  ])('reads the time %s %s', (tag, text, iso) => {
    expect(new Date(readTimeMs(readDer(ascii(tag, text)))).toISOString()).toBe(iso)
  })

  it.each([
    ['17', '230230000000Z'],
    ['17', '231301000000Z'],
    ['17', '2309131349Z'],
    ['17', '230913134938+0200'],
    ['18', '20500101000000.5Z'],
    ['18', '205001010000Z'],
    ['0c', '230913134938Z'],
  ])('refuses the time %s %s', (tag, text) => {
    expect(() => readTimeMs(readDer(ascii(tag, text)))).toThrow(DerError)
  })
})
