import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'

import { buildPrograms, type Programs } from './build-programs.ts'

let programs: Programs

beforeAll(async () => {
  programs = await buildPrograms()
})

// Naming what must not be there says what leaked; a size alone would notice late and vaguely.
const NOWHERE = [
  'decapsulate',
  'openSealedField',
  '"decrypt"',
  'ZodError',
  'portableSealing(',
  'chacha',
  'eval(',
  'innerHTML',
  'document.write',
]
/** Only the document of the gateway's own origin may hold it. */
const CARD_FRAME_ONLY = ['cc-number', 'cc-csc', 'encrypted_card_number', 'payment_data', 'niceType']

describe('the bundles', () => {
  it.each(['script', 'cardFrame', 'threeDsFrame'] as const)(
    '%s has nothing in it that opens, validates at length or evaluates',
    (name) => {
      const text = textOf(name)
      const found = NOWHERE.filter((word) => text.includes(word))
      // lit-html writes its own static templates through the policy it declares.
      expect(found).toEqual(name === 'cardFrame' ? ['innerHTML'] : [])
    },
  )

  it.each(['script', 'threeDsFrame'] as const)('%s knows no card field', (name) => {
    const text = textOf(name)
    expect(CARD_FRAME_ONLY.filter((word) => text.includes(word))).toEqual([])
  })

  it('the card frame has what the others must not have', () => {
    expect(CARD_FRAME_ONLY.filter((word) => !textOf('cardFrame').includes(word))).toEqual([])
  })

  it('the script leaves its factory on the window', () => {
    expect(programs.script).toMatch(/window\.PaymentComponent=/)
  })

  it.each([
    ['script', 14_000],
    ['cardFrame', 20_000],
    ['threeDsFrame', 6_000],
  ] as const)('%s is at most %i bytes in brotli', (name, maxBytes) => {
    expect(brotliCompressSync(textOf(name)).length).toBeLessThanOrEqual(maxBytes)
  })

  it.each(['cardFrame', 'threeDsFrame'] as const)('%s asks nobody else for anything', (name) => {
    const addresses = textOf(name).match(/(?:https?:)?\/\/[\w.-]+\.\w+/g) ?? []
    expect(addresses.filter((address) => !address.includes('www.w3.org'))).toEqual([])
    expect(textOf(name)).not.toMatch(/ style=|<link|<script src/)
  })
})

function textOf(name: keyof Programs): string {
  return name === 'script' ? programs.script : programs[name].html
}
