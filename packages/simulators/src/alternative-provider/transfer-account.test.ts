import { describe, expect, it } from 'vitest'

import { transferAccountFor } from './transfer-account.ts'

describe('accounts for bank transfers', () => {
  it.each(['632410123456', '000000000000', '999999999999'])('have a valid IBAN: %s', (referenceNumber) => {
    const { iban, bic } = transferAccountFor({ merchantName: 'Shop', referenceNumber })
    expect(iban).toMatch(/^PL[0-9]{26}$/)
    expect(bic).toMatch(/^[A-Z]{6}[A-Z0-9]{5}$/)
    const digits = [...iban.slice(4), ...iban.slice(0, 4)]
      .map((character) => parseInt(character, 36))
      .join('')
    expect(BigInt(digits) % 97n).toBe(1n)
  })

  it('differ between orders', () => {
    const [one, other] = ['632410123456', '632410123457'].map((referenceNumber) =>
      transferAccountFor({ merchantName: null, referenceNumber }),
    )
    expect(one?.iban).not.toBe(other?.iban)
    expect(one?.reference).not.toBe(other?.reference)
  })
})
