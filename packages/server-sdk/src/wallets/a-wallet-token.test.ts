import { describe, expect, it } from 'vitest'
import { WalletTokenError } from '../errors/wallet-token-error.ts'
import { readAWalletToken } from './a-wallet-token.ts'

const HEADER = { ephemeralPublicKey: 'AQI=', publicKeyHash: 'AwQ=', transactionId: '0aFF' }
const TOKEN = { version: 'EC_v1', data: 'BQY=', signature: 'Bwg=', header: HEADER }
const codeOf = (input: unknown) => {
  try {
    readAWalletToken(input)
    return 'ok'
  } catch (error) {
    if (!(error instanceof WalletTokenError)) throw error
    return error.code
  }
}
const withHeader = (changes: object) => ({ ...TOKEN, header: { ...HEADER, ...changes } })

describe('a device wallet’s token', () => {
  it('is read into bytes, with the transaction id unchanged', () => {
    expect(readAWalletToken(TOKEN)).toEqual({
      data: Uint8Array.of(5, 6),
      signature: Uint8Array.of(7, 8),
      ephemeralPublicKey: Uint8Array.of(1, 2),
      publicKeyHash: Uint8Array.of(3, 4),
      transactionId: '0aFF',
      transactionIdBytes: Uint8Array.of(0x0a, 0xff),
      applicationData: new Uint8Array(),
    })
    expect(readAWalletToken(withHeader({ applicationData: '0102' })).applicationData).toEqual(
      Uint8Array.of(1, 2),
    )
  })

  it('is read up to 16 KiB of a member', () => {
    expect(codeOf({ ...TOKEN, data: 'A'.repeat(16_384) })).toBe('ok')
    expect(codeOf({ ...TOKEN, data: 'A'.repeat(16_388) })).toBe('TOKEN_MALFORMED')
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no JSON', '{'],
    ['JSON of null', 'null'],
    ['no version', { ...TOKEN, version: undefined }],
    ['a version that is no text', { ...TOKEN, version: 1 }],
    ['no header', { ...TOKEN, header: undefined }],
    ['null for a header', { ...TOKEN, header: null }],
    ['no data', { ...TOKEN, data: undefined }],
    ['data that is no Base64', { ...TOKEN, data: '!' }],
    ['data in a list', { ...TOKEN, data: ['BQY='] }],
    ['no transaction id', withHeader({ transactionId: undefined })],
    ['an empty transaction id', withHeader({ transactionId: '' })],
    ['a transaction id of no digits', withHeader({ transactionId: 'digits' })],
    ['half a byte in its transaction id', withHeader({ transactionId: 'abc' })],
    ['application data of no digits', withHeader({ applicationData: 'xy' })],
    ['no key hash', withHeader({ publicKeyHash: undefined })],
  ])('is malformed: %s', (_, input) => {
    expect(codeOf(input)).toBe('TOKEN_MALFORMED')
  })

  it('another version is reported as such', () => {
    expect(codeOf({ version: 'RSA_v1' })).toBe('UNSUPPORTED_VERSION')
  })
})
