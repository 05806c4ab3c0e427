import { METHOD_TEXTS } from '@sluice/texts/methods'
import type { OfferedMethod } from '@sluice/types'
import { LOCALES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { METHOD_FIELD_NAMES, METHOD_FIELDS } from './method-fields.ts'
import { findClosed, matchesSearch, showMethods } from './shown-method.ts'

const ENGLISH = METHOD_TEXTS['en-US']
const PRZELEWY: OfferedMethod = {
  type: 'provider-redirect-pwy',
  name: 'Przelewy24',
  kind: 'bank',
  mark: 'P24',
  also_called: ['P24'],
}
const TRANSFER: OfferedMethod = {
  type: 'payment_bank_transfer',
  name: 'Bank transfer',
  names: { sv: 'Banköverföring' },
  kind: 'bank',
  mark: 'transfer',
}

describe('showMethods', () => {
  it('shows what the gateway names, in its order, and leaves cards and wallets to other elements', () => {
    const shown = showMethods([{ type: 'card', brands: ['VISA'] }, TRANSFER, PRZELEWY], ENGLISH)
    expect(shown.map(({ name }) => name)).toEqual(['Bank transfer', 'Przelewy24'])
  })

  it('uses the name in the language, and describes brands', () => {
    const [transfer, przelewy] = showMethods([TRANSFER, PRZELEWY], METHOD_TEXTS['sv-SE'])
    expect(transfer).toMatchObject({ name: 'Banköverföring', note: null, mark: 'transfer' })
    expect(przelewy).toMatchObject({ name: 'Przelewy24', note: 'Via din bank', mark: 'P24' })
  })

  it('has the English name for languages without one', () => {
    expect(showMethods([TRANSFER], METHOD_TEXTS['ro-RO'])).toMatchObject([{ name: 'Bank transfer' }])
  })

  it('requires the fields that the API requires of each method', () => {
    const fieldsOf = (type: string) => showMethods([{ type, name: 'A' }], ENGLISH)[0]?.fields
    expect(fieldsOf('payment_qr_code')).toEqual([])
    expect(fieldsOf('provider-redirect-ali')).toEqual(['first_name', 'last_name', 'email'])
    expect(fieldsOf('partner-blik')).toEqual(['blik_code', 'first_name', 'last_name', 'email'])
  })

  it.each([
    ['przelewy', true],
    ['p24', true],
    ['PWY', true],
    ['bank', true],
    ['24 prze', true],
    ['ideal', false],
    [' ', true],
  ])('is found by a common name: %j is %s', (typed, isFound) => {
    expect(matchesSearch(showMethods([PRZELEWY], ENGLISH)[0]!, typed)).toBe(isFound)
  })

  it('is found without accents, and by its English name', () => {
    const [shown] = showMethods([TRANSFER], METHOD_TEXTS['sv-SE'])
    expect(['bankoverforing', 'transfer'].map((typed) => matchesSearch(shown!, typed))).toEqual([true, true])
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

  it.each(LOCALES)('have a label each in %s', (locale) => {
    expect(Object.keys(METHOD_TEXTS[locale].labels).sort()).toEqual([...METHOD_FIELD_NAMES].sort())
  })
})

it.each([
  ['giropay', 'giropay'],
  ['GiroPay', 'giropay'],
  ['klarna', 'Klarna Sofort'],
  ['sofort', 'Klarna Sofort'],
  ['ideal', undefined],
  ['bank', undefined],
])('a search for %s finds what has ended: %s', (typed, name) => {
  expect(findClosed(typed)?.name).toBe(name)
})
