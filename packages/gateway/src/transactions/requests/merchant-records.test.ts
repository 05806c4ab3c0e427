import { expect, it } from 'vitest'

import { makeProvider } from '../../../test/make-provider.ts'
import type { MerchantStore, Terminal } from '../../merchants/index.ts'
import { describeMerchantRecords } from './merchant-records.ts'

it('lists the methods that the configuration gives a name of its own', async () => {
  const terminal = {
    methods: new Set(['card', 'provider-redirect-npy', 'provider-redirect-chp', 'payment_upi']),
    alternativeAccounts: new Map(),
    methodSettings: new Map([
      ['provider-redirect-npy', { name: 'eps-Überweisung' }],
      ['provider-redirect-chp', { name: { en: 'Cash Pay', sv: 'Kontant' } }],
      ['payment_upi', { name: 'UPI', order: 1 }],
    ]),
  } as unknown as Terminal
  const merchants = { listTerminals: () => Promise.resolve([terminal]) } as unknown as MerchantStore
  const records = describeMerchantRecords(merchants, {
    clock: { now: () => 0 },
    providers: new Map([['acme', makeProvider('acme', {})]]),
    isProduction: true,
    registrationOf: () => null,
  })
  expect(await records.nameMethods('merchant-1')).toEqual({
    'provider-redirect-npy': 'eps-Überweisung',
    'provider-redirect-chp': 'Cash Pay',
  })
})
