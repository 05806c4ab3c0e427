import { describe, expect, it } from 'vitest'
import { advice } from './advice.ts'
import { LANGUAGES } from './locales.ts'
import { PROCESSING_CODE_LIST, PROCESSING_CODES } from './processing-codes.ts'
import { SHOPPER_TEXTS } from './shopper-texts.ts'

describe('advice', () => {
  it.each(PROCESSING_CODE_LIST)('explains %s to merchants and customers', (code) => {
    const { family, action, shopper, merchant } = advice(code)
    expect({ family, action }).toEqual({
      family: PROCESSING_CODES[code].family,
      action: PROCESSING_CODES[code].advice,
    })
    expect(Object.keys(shopper).sort()).toEqual(Object.keys(LANGUAGES).sort())
    expect(merchant).toMatch(/\.$/)
  })

  it.each([
    ['0001', 'SUCCESS', SHOPPER_TEXTS.processing, false],
    ['1999', 'OUTCOME', SHOPPER_TEXTS.declined, true],
    ['2999', 'REQUEST', SHOPPER_TEXTS.shopCannot, false],
    ['3999', 'AUTHENTICATION', SHOPPER_TEXTS.notConfirmed, true],
    ['4999', 'RISK', SHOPPER_TEXTS.notAccepted, false],
    ['9999', 'UNKNOWN', SHOPPER_TEXTS.shopCannot, false],
    ['toString', 'UNKNOWN', SHOPPER_TEXTS.shopCannot, false],
  ])('treats the unknown code %s like its family %s', (code, family, shopper, mayRetry) => {
    expect(advice(code)).toMatchObject({ family, shopper, mayRetry })
  })

  it('reveals nothing about risk rules to customers: every risk code has the same text', () => {
    const texts = new Set(
      PROCESSING_CODE_LIST.filter((code) => code.startsWith('4')).map((code) => advice(code).shopper),
    )
    expect([...texts]).toEqual([SHOPPER_TEXTS.notAccepted])
  })
})

describe('texts for customers', () => {
  it('are written for every language, each in its own words, as sentences', () => {
    for (const texts of Object.values(SHOPPER_TEXTS)) {
      const written = Object.values(texts)
      expect(new Set(written).size).toBe(written.length)
      for (const text of written) expect(text).toMatch(/^\p{Lu}.+[.!]$/u)
    }
  })

  it('are all used', () => {
    const used = new Set(PROCESSING_CODE_LIST.map((code) => advice(code).shopper.en))
    expect(Object.values(SHOPPER_TEXTS).filter(({ en }) => !used.has(en))).toEqual([])
  })
})
