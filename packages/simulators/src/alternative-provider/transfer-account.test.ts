import { transferAccount } from '@sluice/provider-protocol'
import { describe, expect, it } from 'vitest'

import { transferAccountFor } from './transfer-account.ts'

const accountIn = (currency: string, referenceNumber = '632410123456') =>
  transferAccountFor({ merchantName: 'Shop', referenceNumber, currency })

describe('accounts for bank transfers', () => {
  it.each(['632410123456', '000000000000', '999999999999'])('have a valid IBAN: %s', (referenceNumber) => {
    const account = accountIn('EUR', referenceNumber)
    if (account.kind !== 'IBAN') throw new Error(account.kind)
    expect(account.iban).toMatch(/^PL[0-9]{26}$/)
    const digits = [...account.iban.slice(4), ...account.iban.slice(0, 4)]
      .map((character) => parseInt(character, 36))
      .join('')
    expect(BigInt(digits) % 97n).toBe(1n)
  })

  it.each([
    ['EUR', 'IBAN'],
    ['GBP', 'SORT_CODE'],
    ['USD', 'ABA'],
    ['INR', 'IFSC'],
    ['MXN', 'CLABE'],
    ['JPY', 'ZENGIN'],
    ['AUD', 'LOCAL'],
  ])('are written in %s as %s, by the schema of the protocol', (currency, kind) => {
    expect(transferAccount.parse(accountIn(currency))).toMatchObject({ kind })
  })

  it('have a CLABE with its control digit', () => {
    const account = accountIn('MXN')
    if (account.kind !== 'CLABE') throw new Error(account.kind)
    const [...digits] = account.clabe.slice(0, 17)
    const sum = digits.reduce((total, digit, at) => total + ((Number(digit) * Number('371'[at % 3])) % 10), 0)
    expect(account.clabe.at(-1)).toBe(String((10 - (sum % 10)) % 10))
  })

  it('differ between orders', () => {
    for (const currency of ['EUR', 'GBP', 'USD', 'INR', 'MXN', 'JPY', 'AUD'])
      expect(accountIn(currency, '632410123457')).not.toEqual(accountIn(currency))
  })
})
