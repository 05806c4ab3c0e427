import { describe, expect, it } from 'vitest'
import { CONTENT } from '../../test/awallet-issuer.ts'
import { WalletTokenError } from '../errors/wallet-token-error.ts'
import { readAWalletPayment } from './a-wallet-payment.ts'

const encode = (content: unknown) => new TextEncoder().encode(JSON.stringify(content))
const read = (changes: object = {}) => readAWalletPayment(encode({ ...CONTENT, ...changes }), 'ab')
const codeOf = (work: () => unknown) => {
  try {
    work()
    return 'ok'
  } catch (error) {
    if (!(error instanceof WalletTokenError)) throw error
    return error.code
  }
}
const withPaymentData = (changes: object) => ({ paymentData: { ...CONTENT.paymentData, ...changes } })

describe('the content of a device wallet’s token', () => {
  it('is read, with the name on the card only if it is present', () => {
    expect(read()).toStrictEqual({
      number: '4111111111111111',
      expirationMonth: '12',
      expirationYear: '34',
      cryptogram: CONTENT.paymentData.onlinePaymentCryptogram,
      eci: '07',
      source: 'awallet-pay',
      amount: 1850,
      currencyCode: '978',
      transactionId: 'ab',
    })
    expect(read({ cardholderName: 'Ada' }).cardholderName).toBe('Ada')
    expect(read({ cardholderName: 7 })).not.toHaveProperty('cardholderName')
  })

  it.each<[string, object]>([
    ['a number of 12 digits', { applicationPrimaryAccountNumber: '4'.repeat(12) }],
    ['a number of 19 digits', { applicationPrimaryAccountNumber: '4'.repeat(19) }],
    ['nothing to pay', { transactionAmount: 0 }],
    ['January', { applicationExpirationDate: '340131' }],
  ])('is read with %s', (_, changes) => {
    expect(codeOf(() => read(changes))).toBe('ok')
  })

  it.each<[string, object]>([
    ['a number that is no text', { applicationPrimaryAccountNumber: 4_111_111_111_111_111 }],
    ['a number of 11 digits', { applicationPrimaryAccountNumber: '4'.repeat(11) }],
    ['a number of 20 digits', { applicationPrimaryAccountNumber: '4'.repeat(20) }],
    ['a letter before its number', { applicationPrimaryAccountNumber: 'x4111111111111111' }],
    ['a letter behind its number', { applicationPrimaryAccountNumber: '4111111111111111x' }],
    ['no currency', { currencyCode: undefined }],
    ['a currency that is no text', { currencyCode: 978 }],
    ['a currency of four digits', { currencyCode: '9780' }],
    ['a letter before its currency', { currencyCode: 'x978' }],
    ['an amount that is no number', { transactionAmount: '1850' }],
    ['an amount with a fraction', { transactionAmount: 18.5 }],
    ['an amount beyond exact numbers', { transactionAmount: 2 ** 53 }],
    ['an amount below nothing', { transactionAmount: -1 }],
    ['no end of the card', { applicationExpirationDate: undefined }],
    ['month 13', { applicationExpirationDate: '341331' }],
    ['month 0', { applicationExpirationDate: '340031' }],
    ['a digit before its end', { applicationExpirationDate: '1341231' }],
    ['a digit behind its end', { applicationExpirationDate: '3412311' }],
    ['no payment data', { paymentData: null }],
    ['no cryptogram', withPaymentData({ onlinePaymentCryptogram: undefined })],
    ['a cryptogram that is no text', withPaymentData({ onlinePaymentCryptogram: 7 })],
    ['an empty cryptogram', withPaymentData({ onlinePaymentCryptogram: '' })],
    ['an indicator of no ECI', withPaymentData({ eciIndicator: '4' })],
  ])('is refused with %s', (_, changes) => {
    expect(codeOf(() => read(changes))).toBe('CONTENT_INVALID')
  })

  it('is refused if its type is wrong and everything else is right', () => {
    expect(codeOf(() => read({ paymentDataType: 'EMV' }))).toBe('UNSUPPORTED_DATA_TYPE')
  })

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['no JSON', new TextEncoder().encode('{')],
    ['null', encode(null)],
    ['a list', encode([])],
    ['a text', encode('text')],
    ['no UTF-8', encode({ ...CONTENT, cardholderName: '?' }).map((byte) => (byte === 0x3f ? 0xff : byte))],
  ])('is refused when it is %s', (_, bytes) => {
    expect(codeOf(() => readAWalletPayment(bytes, 'ab'))).toBe('CONTENT_INVALID')
  })

  it.each([
    ['50', '07'],
    ['51', '02'],
    ['55', '02'],
    ['56', '07'],
    ['2220', '07'],
    ['2221', '02'],
    ['2229', '02'],
    ['223', '02'],
    ['229', '02'],
    ['23', '02'],
    ['26', '02'],
    ['270', '02'],
    ['271', '02'],
    ['2720', '02'],
    ['2721', '07'],
    ['273', '07'],
    ['28', '07'],
    ['451', '07'],
  ])('has the ECI of its network if it names none: %s… %s', (prefix, eci) => {
    for (const eciIndicator of [undefined, null, '']) {
      const applicationPrimaryAccountNumber = prefix.padEnd(16, '0')
      expect(read({ applicationPrimaryAccountNumber, ...withPaymentData({ eciIndicator }) }).eci).toBe(eci)
    }
  })
})
