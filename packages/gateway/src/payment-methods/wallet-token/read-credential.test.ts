import { describe, expect, it } from 'vitest'

import { MERCHANT, NOW_MS, payloadOf, type TokenOptions } from '../../../test/wallet-tokens.ts'
import { readCredential } from './read-credential.ts'

const CRYPTOGRAM = Buffer.alloc(20, 9).toString('base64')
const read = (options: TokenOptions) =>
  readCredential(Buffer.from(JSON.stringify(payloadOf(options))), {
    gatewayMerchantId: MERCHANT,
    nowMs: NOW_MS,
  })
const fateOf = (options: TokenOptions) => {
  const result = read(options)
  return result.ok ? 'ok' : result.reason
}

describe('a message', () => {
  it.each<[string, string, unknown]>([
    ['an empty id', 'payload_unreadable', ''],
    ['a number for an id', 'payload_unreadable', 12],
    ['an id of one character', 'ok', 'x'],
    ['an id of 500 characters', 'ok', 'x'.repeat(500)],
    ['an id of 501 characters', 'payload_unreadable', 'x'.repeat(501)],
  ])('with %s: %s', (_, fate, messageId) => {
    expect(fateOf({ members: { messageId } })).toBe(fate)
  })

  it('without a merchant pays any merchant', () => {
    expect(fateOf({ members: { gatewayMerchantId: undefined } })).toBe('ok')
  })

  it('a message that is not JSON is unreadable', () => {
    expect(readCredential(Buffer.from('{'), { gatewayMerchantId: MERCHANT, nowMs: NOW_MS })).toEqual({
      ok: false,
      reason: 'payload_unreadable',
    })
  })

  it('without a card is unreadable', () => {
    expect(fateOf({ members: { paymentMethodDetails: null } })).toBe('payload_unreadable')
  })
})

describe('a card', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['a number that is not a text', 'payload_unreadable', { pan: 4_111_111_111_111_111 }],
    ['a letter before its number', 'payload_unreadable', { pan: 'x4111111111111111' }],
    ['a letter after its number', 'payload_unreadable', { pan: '4111111111111111x' }],
    ['a number of 11 digits', 'payload_unreadable', { pan: '4'.repeat(11) }],
    ['a number of 12 digits', 'ok', { pan: '4'.repeat(12) }],
    ['a number of 19 digits', 'ok', { pan: '4'.repeat(19) }],
    ['a number of 20 digits', 'payload_unreadable', { pan: '4'.repeat(20) }],
    ['month 0', 'payload_unreadable', { expirationMonth: 0 }],
    ['month 1', 'ok', { expirationMonth: 1 }],
    ['half a month', 'payload_unreadable', { expirationMonth: 1.5 }],
    ['a month as text', 'payload_unreadable', { expirationMonth: '12' }],
    ['year 999', 'payload_unreadable', { expirationYear: 999 }],
    ['year 1000', 'ok', { expirationYear: 1000 }],
    ['year 9999', 'ok', { expirationYear: 9999 }],
    ['year 10000', 'payload_unreadable', { expirationYear: 10_000 }],
    [
      'an unknown authentication method',
      'payload_unreadable',
      { authMethod: 'FACE', cryptogram: CRYPTOGRAM },
    ],
    ['a cryptogram that is a number', 'payload_unreadable', { authMethod: 'CRYPTOGRAM_3DS', cryptogram: 1 }],
  ])('with %s: %s', (_, fate, details) => {
    expect(fateOf({ details })).toBe(fate)
  })

  it.each<[string, string, unknown, string]>([
    ['null', '4111111111111111', null, '07'],
    ['nothing, for a brand that the wallet lacks', '378282246310005', undefined, '07'],
    ['nothing, for a range of no brand', '9999999999999995', undefined, '07'],
  ])('with the indicator %s has the same ECI', (_, pan, eciIndicator, eci) => {
    const result = read({
      details: { pan, authMethod: 'CRYPTOGRAM_3DS', cryptogram: CRYPTOGRAM, eciIndicator },
    })
    expect(result.ok && result.credential.proof?.eci).toBe(eci)
  })

  it('has its cryptogram in padded Base64, whatever its alphabet was', () => {
    const bytes = Buffer.alloc(20, 0xfb)
    const result = read({
      details: { authMethod: 'CRYPTOGRAM_3DS', cryptogram: bytes.toString('base64url') },
    })
    expect(result.ok && result.credential.proof?.cryptogram.reveal()).toBe(bytes.toString('base64'))
  })
})
