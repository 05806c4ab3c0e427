import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCertificate } from './certificate.ts'
import {
  DerError,
  expectTag,
  readAlgorithm,
  readBitString,
  readDer,
  readObjectIdentifier,
  readTimeMs,
  TAGS,
} from './der.ts'
import { readSignedData } from './signed-data.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const ascii = (tag: string, text: string) =>
  bytes(tag + text.length.toString(16).padStart(2, '0') + Buffer.from(text).toString('hex'))

/** Sequences in sequences, each of a known length. */
function nestedHex(levels: number): string {
  let hex = ''
  for (let level = 0; level < levels; level += 1) {
    hex = `30${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`
  }
  return hex
}

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

  it.each([
    ['bytes follow the value', '020105ff'],
    ['values are nested too deeply', '3080'.repeat(22) + '0000'.repeat(22)],
    ['values are nested too deeply', nestedHex(22)],
    ['a tag has more than one byte', '1f0100'],
    ['a length is indefinite', '04800000'],
    ['a value is cut short', ''],
    ['a value is cut short', '30'],
    ['a value is cut short', '0402ff'],
    ['a length is too long', '028400000001'],
    ['a length is not written in the shortest form', '02810105'],
    ['a length is not written in the shortest form', `048200ff${'00'.repeat(0xff)}`],
    ['a length is not written in the shortest form', `0483007fff${'00'.repeat(0x7fff)}`],
  ])('reports "%s"', (message, hex) => {
    expect(() => readDer(bytes(hex), 'any')).toThrow(new DerError(message))
  })

  it('is refused by an error with its own name', () => {
    expect(() => readDer(bytes('30800000'))).toThrow(new DerError('a length is indefinite'))
    expect(new DerError('text').name).toBe('DerError')
  })

  it('reads values that are nested 21 deep', () => {
    expect(readDer(bytes(nestedHex(21))).tag).toBe(0x30)
    expect(readDer(bytes('3080'.repeat(21) + '0000'.repeat(21)), 'any').tag).toBe(0x30)
  })

  it('reads lengths of one, two and three bytes', () => {
    for (const [header, length] of [
      ['0481', 0x80],
      ['0482', 0x100],
      ['0483', 0x10000],
    ] as const) {
      const written = length.toString(16).padStart(2 * Number(header.slice(3)), '0')
      expect(readDer(bytes(`${header}${written}${'00'.repeat(length)}`)).content).toHaveLength(length)
    }
  })

  it('ends an indefinite length at two zeros, and at no value with one', () => {
    const { content, raw, children } = readDer(bytes('3080' + '0500' + '000105' + '0000'), 'any')
    expect(children.map(({ tag }) => tag)).toEqual([TAGS.NULL, 0])
    expect(content).toEqual(bytes('0500000105'))
    expect(raw).toHaveLength(9)
  })

  it('reports the actual tag where another is expected', () => {
    expect(expectTag(readDer(bytes('020105')), TAGS.INTEGER).content).toEqual(Uint8Array.of(5))
    expect(() => expectTag(readDer(bytes('020105')), TAGS.SEQUENCE)).toThrow(
      new DerError('tag 0x02 was found where tag 0x30 was expected'),
    )
    expect(() => expectTag(undefined, TAGS.SEQUENCE)).toThrow(
      new DerError('nothing was found where tag 0x30 was expected'),
    )
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
    ['06042a818000', '1.2.16384'],
  ])('reads the identifier %s', (hex, text) => {
    expect(readObjectIdentifier(readDer(bytes(hex)))).toBe(text)
  })

  it.each(['0600', '060180', '060186', '06032a8001', '06062affffffff7f', '020105'])(
    'refuses the identifier %s',
    (hex) => {
      expect(() => readObjectIdentifier(readDer(bytes(hex)))).toThrow(DerError)
    },
  )

  it.each([
    ['0600', 'an identifier is empty'],
    ['060180', 'an identifier is not written in the shortest form'],
    ['060186', 'an identifier is cut short'],
    ['06062affffffff7f', 'an identifier is too large'],
    ['06062a8880808000', 'an identifier is too large'],
  ])('explains of the identifier %s that %s', (hex, message) => {
    expect(() => readObjectIdentifier(readDer(bytes(hex)))).toThrow(new DerError(message))
  })

  it.each([
    ['alone', '300506032a0304', true],
    ['with the value that says that there are none', '300706032a03040500', true],
    ['with a number', '300806032a0304020105', false],
    ['with a value that says none and holds a byte', '300806032a0304050105', false],
    ['with an empty text', '300706032a03040400', false],
    ['with two values', '300906032a030405000500', false],
  ])('reads an algorithm without parameters: %s', (_, hex, isPlain) => {
    const read = () => readAlgorithm(readDer(bytes(hex)))
    if (isPlain) expect(read()).toBe('1.2.3.4')
    else expect(read).toThrow(new DerError('an algorithm has parameters'))
  })

  it('refuses bits that do not fill their bytes', () => {
    expect(readBitString(readDer(bytes('030200ff')))).toEqual(Uint8Array.of(0xff))
    expect(() => readBitString(readDer(bytes('030204f0')))).toThrow(
      new DerError('a bit string does not fill its bytes'),
    )
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
    ['17', '230230000000Z', 'a time does not exist'],
    ['17', '2309131349Z', 'a time is not written to the second in UTC'],
    ['17', '1230913134938Z', 'a time is not written to the second in UTC'],
    ['17', '230913134938Zx', 'a time is not written to the second in UTC'],
    ['18', '120500101000000Z', 'a time is not written to the second in UTC'],
    ['18', '20500101000000Zx', 'a time is not written to the second in UTC'],
    ['0c', '20500101000000Z', 'tag 0x0c was found where tag 0x18 was expected'],
  ])('explains of the time %s %s that %s', (tag, text, message) => {
    expect(() => readTimeMs(readDer(ascii(tag, text)))).toThrow(new DerError(message))
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
