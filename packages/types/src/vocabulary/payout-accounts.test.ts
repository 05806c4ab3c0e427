import { describe, expect, it } from 'vitest'

import { readPayoutAccount } from './payout-accounts.ts'

describe('the account of a payout', () => {
  it.each([
    ['INR', { account_number: '123456789001' }, 'IFSC'],
    ['EUR', { account_number: 'DE89370400440532013000' }, 'IBAN'],
    ['GBP', { account_number: 'GB29NWBK60161331926819' }, 'IBAN'],
    ['GBP', { account_number: '12345678', bank_code: '20-00-00' }, 'SORT_CODE'],
    ['GBP', { account_number: '12345678' }, 'LOCAL'],
    ['USD', { account_number: '123456789', bank_code: '021000021' }, 'ABA'],
    ['USD', { account_number: '123456789', bank_code: 'CHASUS33' }, 'LOCAL'],
    ['USD', { account_number: '40702810500000000001', bank_code: '044525225' }, 'LOCAL'],
    ['USD', { account_number: '1234567', bank_code: '000300002' }, 'LOCAL'],
    ['GBP', { account_number: '0012345678', bank_code: '200000' }, 'LOCAL'],
    ['MXN', { account_number: '032180000118359719' }, 'CLABE'],
    ['MXN', { account_number: '4152313412341234' }, 'LOCAL'],
    ['JPY', { account_number: '1234567', bank_code: '0001', bank_branch: '001' }, 'ZENGIN'],
    ['JPY', { account_number: '1234567', bank_code: '0001' }, 'LOCAL'],
    ['NGN', { account_number: '0123456789', bank_code: '058' }, 'LOCAL'],
  ])('in %s with %j is of the kind %s', (currency, members, kind) => {
    expect(readPayoutAccount({ currency, ...members })).toEqual({ kind, faults: [] })
  })

  it.each([
    ['EUR', { account_number: 'DE88370400440532013000' }, ['account_number']],
    ['MXN', { account_number: '032180000118359710' }, ['account_number']],
  ])('in %s with %j has wrong members: %j', (currency, members, faults) => {
    expect(readPayoutAccount({ currency, ...members }).faults).toEqual(faults)
  })
})
