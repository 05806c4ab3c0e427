import { FORM_TEXTS } from '@sluice/texts/card-form'
import { describe, expect, it } from 'vitest'

import { FIELD_ERROR_CODES } from '../validation/field-errors.ts'
import { chooseLocale, preferredLocales } from './choose-locale.ts'

describe('locales', () => {
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
  ] as const)('the preference %s of a browser with %j selects %s', (preference, languages, locale) => {
    expect(chooseLocale(preferredLocales(preference, languages))).toBe(locale)
  })
})
