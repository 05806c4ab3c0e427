import { METHOD_NAME_TEXTS } from '@sluice/texts/method-names'
import { describe, expect, it } from 'vitest'

import { isCountry, isCurrency } from './index.ts'
import { LANGUAGES, type Language } from './locales.ts'
import { ALTERNATIVE_TYPES, METHOD_CATALOGUE, METHOD_DRAWINGS, methodName } from './method-catalogue.ts'
import { PAYMENT_RESULT_TYPES, PROVIDER_REDIRECT_TYPES, RESULT_METHOD_TYPES } from './payment-methods.ts'

/** Codes whose payment methods are unknown. */
const UNKNOWN = ['provider-redirect-chp', 'provider-redirect-epd']

describe('the catalogue of payment methods', () => {
  it('has every alternative method once', () => {
    const expected = ['partner-blik', ...PAYMENT_RESULT_TYPES, ...PROVIDER_REDIRECT_TYPES]
    expect([...ALTERNATIVE_TYPES].sort()).toEqual([...expected].sort())
  })

  it.each(Object.keys(LANGUAGES) as Language[])(
    'names every known method in %s, no two alike',
    (language) => {
      const names = RESULT_METHOD_TYPES.map((type) => methodName(type, language))
      expect(RESULT_METHOD_TYPES.filter((_, index) => names[index] === null)).toEqual(UNKNOWN)
      const said = names.filter((name) => name !== null)
      expect(new Set(said).size).toBe(said.length)
    },
  )

  it.each([
    ['ali', 'Alipay'],
    ['gir', 'giropay'],
    ['glu', 'Trustly'],
    ['idl', 'iDEAL'],
    ['npy', 'EPS'],
    ['ntl', 'Neteller'],
    ['obt', 'Rapid Transfer'],
    ['pch', 'Paysafecash'],
    ['psc', 'paysafecard'],
    ['pwy', 'Przelewy24'],
    ['sft', 'Klarna Sofort'],
    ['wlt', 'Skrill'],
  ])('calls %s %s, its common name', (code, name) => {
    expect(methodName(`provider-redirect-${code}`)).toBe(name)
  })

  it('gives a brand or a name per language, never both', () => {
    const named = Object.keys(METHOD_NAME_TEXTS['en-US'])
    expect(ALTERNATIVE_TYPES.filter((type) => METHOD_CATALOGUE[type].brand && named.includes(type))).toEqual(
      [],
    )
  })

  it('has a mark or up to four letters, and lists real countries and currencies', () => {
    for (const [type, { mark, countries, currencies }] of Object.entries(METHOD_CATALOGUE)) {
      expect(METHOD_DRAWINGS.some((one) => one === mark) || /^[A-Za-z0-9]{1,4}$/.test(mark), type).toBe(true)
      expect(countries.every(isCountry) && currencies.every(isCurrency), type).toBe(true)
    }
  })

  it('lists the closed schemes', () => {
    expect(ALTERNATIVE_TYPES.filter((type) => METHOD_CATALOGUE[type].closed !== null)).toEqual([
      'provider-redirect-gir',
      'provider-redirect-sft',
    ])
  })

  it('contains only payment methods', () => {
    expect(['provider-redirect-zzz', 'toString', ''].map((type) => methodName(type))).toEqual([
      null,
      null,
      null,
    ])
  })
})
