import { describe, expect, it } from 'vitest'
import {
  SEALED,
  validAuthorize,
  validBlik,
  validBrowserInfo,
  validProviderRedirect,
  withMember,
} from '../../test/requests.ts'
import { validateRequest } from '../error-items.ts'
import { RawNumber } from '../raw-number.ts'
import { PROVIDER_REDIRECT_TYPES } from '../vocabulary/index.ts'
import { authorizeRequest } from './authorize.ts'

function problemsOf(request: unknown): string[] {
  const outcome = validateRequest(authorizeRequest, request)
  return outcome.ok ? [] : outcome.errors.map(({ property, message }) => `${property} ${message}`)
}

function refusedProperties(request: unknown): string[] {
  return problemsOf(request).map((problem) => problem.split(' ', 1)[0] ?? '')
}

const withMethod = (type: string, data: unknown) => ({ ...validAuthorize, payment_method: { type, data } })

const tokenData = {
  encrypted_token_number: SEALED,
  encrypted_expiration_month: SEALED,
  encrypted_expiration_year: SEALED,
}

const METHODS: [string, unknown][] = [
  ['card', validAuthorize.payment_method.data],
  ['saved_card', { payment_method_id: 'AbCdEf' }],
  ['network-token', tokenData],
  ['gwallet-pay', { gwallet_pay_token: SEALED }],
]

describe('authorize', () => {
  it.each(METHODS)('accepts %s', (type, data) => {
    expect(problemsOf(withMethod(type, data))).toEqual([])
  })

  const withBrowser = METHODS.map(([type, data]): [string, unknown] =>
    type === 'saved_card' ? [type, { payment_method_id: 'AbCdEf', encrypted_cvv: SEALED }] : [type, data],
  )

  it.each(withBrowser)('requires browser_info for %s', (type, data) => {
    expect(problemsOf(withMember(withMethod(type, data), 'browser_info', undefined))).toEqual([
      'browser_info is required',
    ])
  })

  it('accepts a saved card without CVV and browser for a merchant-initiated charge', () => {
    const charge = withMethod('saved_card', { payment_method_id: 'AbCdEf' })
    expect(problemsOf(withMember(charge, 'browser_info', undefined))).toEqual([])
  })

  it.each(['reference', 'terminal_id', 'currency', 'amount', 'transaction_type'])(
    'requires %s',
    (property) => {
      expect(problemsOf(withMember(validAuthorize, property, undefined))).toEqual([`${property} is required`])
    },
  )

  it.each([
    ['blanks', ' \u00a0\u3000'],
    ['a zero-width space', '\u200b'],
    ['joiners between blanks', ' \u200d\u2060 '],
    ['a soft hyphen', '\u00ad'],
    ['a filler of Hangul', '\u3164'],
    ['an empty Braille cell', '\u2800'],
    ['a variation selector', '\ufe0f'],
  ])('refuses an invisible reference: %s', (_what, reference) => {
    expect(problemsOf({ ...validAuthorize, reference })).toEqual(['reference has an invalid format'])
  })

  it.each(['👨‍👩‍👧', 'e\u0301', 'a\u200bb', '.'])('accepts the visible reference %j', (reference) => {
    expect(problemsOf({ ...validAuthorize, reference })).toEqual([])
  })

  it('requires the method, its type and its data', () => {
    expect(problemsOf({ ...validAuthorize, payment_method: undefined })).toEqual([
      'payment_method is required',
    ])
    expect(problemsOf({ ...validAuthorize, payment_method: {} })).toEqual([
      'payment_method.type is required',
      'payment_method.data is required',
    ])
    expect(problemsOf({ ...validAuthorize, payment_method: { type: 'card' } })).toEqual([
      'payment_method.data is required',
    ])
    expect(problemsOf({ ...validAuthorize, payment_method: 'card' })).toEqual([
      'payment_method has an invalid format',
    ])
  })

  it.each([
    [
      'card',
      {},
      ['encrypted_card_number', 'encrypted_cvv', 'encrypted_expiration_month', 'encrypted_expiration_year'],
    ],
    ['saved_card', {}, ['payment_method_id']],
    [
      'network-token',
      {},
      ['encrypted_token_number', 'encrypted_expiration_month', 'encrypted_expiration_year'],
    ],
    ['gwallet-pay', {}, ['gwallet_pay_token']],
    ['card', { ...validAuthorize.payment_method.data, card_number: '4242424242424242' }, ['card_number']],
    ['network-token', { ...tokenData, eci: '03', encrypted_cryptogram: SEALED }, ['eci']],
    ['network-token', { ...tokenData, source: 'elsewhere' }, ['source']],
  ])('validates the data of %s %j', (type, data, members) => {
    expect(refusedProperties(withMethod(type, data))).toEqual(
      members.map((member) => `payment_method.data.${member}`),
    )
  })

  it('requires a cryptogram and its ECI together', () => {
    expect(
      problemsOf(withMethod('network-token', { ...tokenData, eci: '05', encrypted_cryptogram: SEALED })),
    ).toEqual([])
    expect(problemsOf(withMethod('network-token', { ...tokenData, encrypted_cryptogram: SEALED }))).toEqual([
      'payment_method.data.eci is required when a cryptogram is given',
    ])
    expect(problemsOf(withMethod('network-token', { ...tokenData, eci: '05' }))).toEqual([
      'payment_method.data.eci must be omitted without a cryptogram',
    ])
  })

  it.each([
    ['description', 'x'.repeat(256)],
    ['browser_info.user_agent', ''],
    ['browser_info.java_enabled', 'false'],
    ['browser_info.color_depth', 24.5],
    ['browser_info.screen_height', -1],
    ['browser_info.screen_width', 1_000_000],
    ['browser_info.time_zone_offset', 721],
    ['browser_info.language', 'x'.repeat(36)],
    ['browser_info.language', 'sv SE'],
    ['tokenization.save_card_for_future_payments', 'yes'],
    ['customer_ip', '999.0.0.1'],
    ['customer_ip', 'fe80::1%eth0'],
    ['customer_ip', `::${'1'.repeat(9_000)}`],
    ['options.three_ds.notification_url', 5],
    ['options.three_ds.notificationUrl', 'https://shop.example/three-ds'],
    ['options.installments.count', 1],
    ['options.installments.count', 49],
    ['options.installments.count', 2.5],
    ['options.basket.0.id', new RawNumber('12345678901234567890')],
    ['return_url', 'shop.example'],
  ])('refuses %s = %j', (property, value) => {
    expect(refusedProperties(withMember(validAuthorize, property, value))).toEqual([property])
  })

  it.each([
    ['return_url', 'https://shop.example/return'],
    ['description', ''],
    ['customer_ip', '2001:db8::7'],
    ['browser_info', { ...validBrowserInfo, time_zone_offset: -840, color_depth: 30 }],
    ['tokenization', { save_card_for_future_payments: true, tokenize_for: 'MERCHANT_INITIATED_TRANSACTION' }],
    [
      'tokenization',
      { save_card_for_future_payments: false, tokenize_for: 'CUSTOMER_INITIATED_TRANSACTION' },
    ],
    ['tokenization', {}],
    [
      'options',
      { three_ds: { notification_url: 'nonsense is a 400, told elsewhere' }, vendor: { any: 'thing' } },
    ],
  ])('accepts %s = %j', (property, value) => {
    expect(problemsOf(withMember(validAuthorize, property, value))).toEqual([])
  })
})

describe('tokenization', () => {
  it('refuses a purpose without saving', () => {
    const tokenization = { save_card_for_future_payments: true, tokenize_for: 'EVERYBODY' }
    expect(refusedProperties(withMember(validAuthorize, 'tokenization', tokenization))).toEqual([
      'tokenization.tokenize_for',
    ])
  })

  it('refuses a purpose that nothing is saved for', () => {
    const tokenization = { tokenize_for: 'MERCHANT_INITIATED_TRANSACTION' }
    expect(problemsOf(withMember(validAuthorize, 'tokenization', tokenization))).toEqual([
      'tokenization.save_card_for_future_payments is required when tokenize_for is given',
    ])
  })
})

describe('local scheme and provider redirects', () => {
  it('accepts both, and every redirect code', () => {
    expect(problemsOf(validBlik)).toEqual([])
    for (const type of PROVIDER_REDIRECT_TYPES) {
      expect(problemsOf(withMember(validProviderRedirect, 'payment_method.type', type))).toEqual([])
    }
  })

  it.each([
    ['local scheme', validBlik],
    ['redirect', validProviderRedirect],
  ])('%s: return_url, email and names are required, and only purchases are possible', (_, request) => {
    const bare = { ...request, return_url: undefined, transaction_type: 'AUTHORIZE' }
    expect(problemsOf(withMember(bare, 'payment_method.data', {}))).toEqual([
      'transaction_type must be one of PURCHASE',
      'payment_method.data.email is required',
      'payment_method.data.first_name is required',
      'payment_method.data.last_name is required',
      'return_url is required',
    ])
  })

  it.each([
    ['blik_code', '12345'],
    ['blik_code', '1234567'],
    ['blik_code', 123_456],
    ['date_of_birth', '1990-02-30'],
    ['date_of_birth', '01.02.1990'],
    ['phone', '0701740605'],
    ['country', 'Poland'],
    ['email', 'jane'],
    ['first_name', ''],
  ])('refuses %s = %j of the local scheme', (member, value) => {
    const property = `payment_method.data.${member}`
    expect(refusedProperties(withMember(validBlik, property, value))).toEqual([property])
  })

  it('accepts only three members for a redirect', () => {
    expect(
      refusedProperties(withMember(validProviderRedirect, 'payment_method.data.phone', '+46701740605')),
    ).toEqual(['payment_method.data.phone'])
  })
})
