import { PROVIDER_REDIRECT_TYPES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { METHOD_TEXTS } from '@sluice/texts/methods'
import { describeMethods, firstOfGroups, groupMethods, matchesSearch } from './arrange-methods.ts'

const TEXTS = METHOD_TEXTS['en-US']

describe('a list of methods', () => {
  it('calls each by what it is, in the words of the contract', () => {
    const types = ['ali', 'obt', 'psc', 'idl'].map((code) => `provider-redirect-${code}`)
    expect(describeMethods(types, TEXTS).map(({ name }) => name)).toEqual([
      'Wallet payment',
      'Online bank transfer',
      'Prepaid voucher',
      'Bank payment scheme',
    ])
  })

  it('adds letters only to methods that would be called the same', () => {
    const types = ['provider-redirect-gch', 'provider-redirect-blt', 'provider-redirect-dna']
    expect(describeMethods(types, TEXTS).map(({ name }) => name)).toEqual([
      'Mobile wallet (GCH)',
      'Payment slip',
      'Mobile wallet (DNA)',
    ])
    expect(describeMethods(types.slice(0, 2), TEXTS).map(({ name }) => name)).toEqual([
      'Mobile wallet',
      'Payment slip',
    ])
  })

  it('is grouped by country, then by kind, and loses none', () => {
    const types = [...PROVIDER_REDIRECT_TYPES, 'payment_upi', 'payment_qr_code', 'partner-blik']
    const groups = groupMethods(describeMethods(types, TEXTS), TEXTS, (country) => `in ${country}`)
    expect(groups.map(({ title }) => title)).toEqual([
      'in IN',
      'in PL',
      'Bank',
      'Wallets',
      'Apps and codes',
      'Cash and vouchers',
    ])
    expect(groups.flatMap(({ methods }) => methods.map(({ type }) => type)).toSorted()).toEqual(
      types.toSorted(),
    )
  })

  it('shows some of each group before all of one', () => {
    const method = (name: string) => ({ ...describeMethods(['payment_qr_code'], TEXTS)[0]!, name })
    const groups = [
      { title: 'a', methods: ['a1', 'a2', 'a3'].map(method) },
      { title: 'b', methods: ['b1'].map(method) },
    ]
    expect(firstOfGroups(groups, 3).map(({ name }) => name)).toEqual(['a1', 'b1', 'a2'])
    expect(firstOfGroups(groups, 9)).toHaveLength(4)
  })

  it.each([
    ['Trenutna bankovna uplata', 'uplata tren', true],
    ['Fișă de plată', 'fisa', true],
    ['Plånbok på nätet', 'PLANBOK', true],
    ['Mobile wallet (GCH)', 'gch', true],
    ['Mobile wallet', 'bank', false],
    ['Mobile wallet', ' ', true],
  ])('%s is found by %j: %s', (name, typed, isFound) => {
    expect(matchesSearch({ name }, typed)).toBe(isFound)
  })
})
