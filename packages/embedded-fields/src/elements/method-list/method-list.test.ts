import { LOCALES, PAYMENT_METHOD_TYPES, PAYMENT_RESULT_TYPES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { METHOD_TEXTS } from '@sluice/texts/methods'
import { describeMethods } from './arrange-methods.ts'
import { describeMethod } from './describe-method.ts'
import { METHOD_FIELDS, METHOD_FIELD_NAMES } from './method-fields.ts'

const DRAWN_ELSEWHERE = ['card', 'saved_card', 'network-token', 'gwallet-pay']
/** Words that are the same in two of the languages; everything else that is equal was forgotten. */
const SHARED = new Set(['UPI', 'E-mail', 'Bank'])

describe('describeMethod', () => {
  it.each(LOCALES)('names every way to pay in %s, no two alike', (locale) => {
    const types = [...PAYMENT_METHOD_TYPES, ...PAYMENT_RESULT_TYPES]
    for (const type of types) {
      expect(describeMethod(type, METHOD_TEXTS[locale]) === null, type).toBe(DRAWN_ELSEWHERE.includes(type))
    }
    const names = describeMethods(types, METHOD_TEXTS[locale]).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('asks for what the API requires of each', () => {
    const fieldsOf = (type: string) => describeMethod(type, METHOD_TEXTS['en-US'])?.fields
    expect(fieldsOf('payment_qr_code')).toEqual([])
    expect(fieldsOf('provider-redirect-ali')).toEqual(['first_name', 'last_name', 'email'])
    expect(fieldsOf('partner-blik')).toEqual(['first_name', 'last_name', 'email', 'blik_code'])
    expect(fieldsOf('provider-redirect-zzz')).toBeUndefined()
  })
})

describe('method fields', () => {
  it.each([
    ['first_name', ' Ana ', { kind: 'value', value: 'Ana' }],
    ['last_name', ' ', { kind: 'error', code: 'last_name_required' }],
    ['email', 'ana@example.com ', { kind: 'value', value: 'ana@example.com' }],
    ['email', '', { kind: 'error', code: 'email_required' }],
    ['email', 'ana@example', { kind: 'error', code: 'email_invalid' }],
    ['blik_code', '', { kind: 'value', value: '' }],
    ['blik_code', '777 123', { kind: 'value', value: '777123' }],
    ['blik_code', '٧٧٧١٢٣', { kind: 'value', value: '777123' }],
    ['blik_code', '77712', { kind: 'error', code: 'blik_code_invalid' }],
    ['blik_code', 'abc', { kind: 'error', code: 'blik_code_invalid' }],
  ] as const)('%s of %j is %j', (name, text, judged) => {
    expect(METHOD_FIELDS[name].validate(text)).toEqual(judged)
  })
})

describe('texts of the methods', () => {
  it.each(LOCALES.filter((locale) => locale !== 'en-US'))('are said in %s in its own words', (locale) => {
    const english = flatten(METHOD_TEXTS['en-US'])
    const texts = flatten(METHOD_TEXTS[locale])
    expect([...texts.keys()]).toEqual([...english.keys()])
    for (const [key, text] of texts) {
      if (!SHARED.has(text)) expect(text, key).not.toBe(english.get(key))
    }
    expect(Object.keys(METHOD_TEXTS[locale].labels).sort()).toEqual([...METHOD_FIELD_NAMES].sort())
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
