import { LOCALES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { FIELD_ERROR_CODES } from '../validation/field-errors.ts'
import { chooseLocale, FORM_TEXTS, PAYMENT_TEXTS } from './choose-locale.ts'

/** Words that are the same in two of the languages; everything else that is equal was forgotten. */
const SHARED = new Set(['1234 1234 1234 1234', 'CVV', 'MM / YY'])

describe('locales', () => {
  it.each(LOCALES)('%s says everything, and says it in its own words', (locale) => {
    const texts = flatten({ ...FORM_TEXTS[locale], ...PAYMENT_TEXTS[locale] })
    const english = flatten({ ...FORM_TEXTS['en-US'], ...PAYMENT_TEXTS['en-US'] })
    expect([...texts.keys()]).toEqual([...english.keys()])
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('')
      if (locale !== 'en-US' && !SHARED.has(text)) expect(text, key).not.toBe(english.get(key))
    }
  })

  it('has a text for each error of a field', () => {
    expect(Object.keys(FORM_TEXTS['en-US'].errors).sort()).toEqual([...FIELD_ERROR_CODES].sort())
  })

  it.each([
    ['sv-SE', [], 'sv-SE'],
    ['de-DE', ['sv-SE'], 'en-US'],
    [undefined, ['de-DE', 'ro', 'en'], 'ro-RO'],
    [undefined, [], 'en-US'],
    ['sv-FI', [], 'sv-SE'],
    ['bs', ['sv-SE'], 'bs-BA'],
    [undefined, ['bs-Latn-BA', 'de'], 'bs-BA'],
    [undefined, ['no', 'sv-FI', 'en-GB'], 'sv-SE'],
  ] as const)('a wish for %s of a browser with %j is met by %s', (wish, languages, locale) => {
    expect(chooseLocale(wish, languages)).toBe(locale)
  })
})

function flatten(texts: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'string'
        ? [[path + key, value] as const]
        : [...flatten(value as object, `${path}${key}.`)],
    ),
  )
}
