import type { GwalletPayConfig } from '@sluice/types'
import { CURRENCY_CODES, toMinorUnits } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../errors/validation-error.ts'
import { buildAWalletPaymentRequest } from './a-wallet-payment-request.ts'
import { encodeGWalletToken } from './encode-g-wallet-token.ts'
import { buildGWalletPaymentRequest } from './g-wallet-payment-request.ts'
import type { WalletPayment } from './wallet-amount.ts'

const config = { gateway: 'sluice', gateway_merchant_id: 'harbour' }
const payment: WalletPayment = { amount: 1850, currency: 'EUR', country: 'BA' }

const problemsOf = (build: () => unknown): readonly string[] => {
  try {
    build()
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return error.errors.map(({ property }) => property)
  }
}

describe('gwallet-pay: the request for the wallet', () => {
  it('is in the wallet’s own form, built from the minimal settings of a terminal', () => {
    expect(buildGWalletPaymentRequest(config, payment)).toStrictEqual({
      apiVersion: 2,
      apiVersionMinor: 0,
      merchantInfo: {},
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            allowedCardNetworks: ['VISA', 'MASTERCARD'],
          },
          tokenizationSpecification: {
            type: 'PAYMENT_GATEWAY',
            parameters: { gateway: 'sluice', gatewayMerchantId: 'harbour' },
          },
        },
      ],
      transactionInfo: {
        totalPriceStatus: 'FINAL',
        totalPrice: '18.50',
        currencyCode: 'EUR',
        countryCode: 'BA',
      },
    })
  })

  it('contains everything that a session’s configuration contains', () => {
    const full: GwalletPayConfig = {
      ...config,
      script_url: 'https://gateway.example/pay.js',
      environment: 'TEST',
      merchant_name: 'Harbour',
      merchant_id: 'BCR2DN',
      allowed_auth_methods: ['CRYPTOGRAM_3DS'],
      allowed_card_networks: ['VISA'],
      billing_address_required: true,
    }
    const asked = { ...payment, totalLabel: 'Total', emailRequired: true }
    expect(buildGWalletPaymentRequest(full, asked)).toMatchObject({
      merchantInfo: { merchantName: 'Harbour', merchantId: 'BCR2DN' },
      allowedPaymentMethods: [
        {
          parameters: {
            allowedAuthMethods: ['CRYPTOGRAM_3DS'],
            allowedCardNetworks: ['VISA'],
            billingAddressRequired: true,
            billingAddressParameters: { format: 'FULL' },
          },
        },
      ],
      transactionInfo: { totalPriceLabel: 'Total' },
      emailRequired: true,
    })
  })

  it('accepts a session’s configuration with empty members', () => {
    const request = buildGWalletPaymentRequest({ ...config, merchant_id: null, merchant_name: null }, payment)
    expect(request.merchantInfo).toEqual({})
  })

  it('shows two decimals at most, as the wallet does', () => {
    const total = (changes: Partial<WalletPayment>) =>
      buildGWalletPaymentRequest(config, { ...payment, ...changes }).transactionInfo.totalPrice
    expect(total({ amount: 1850, currency: 'JPY' })).toBe('1850')
    expect(total({ amount: 1230, currency: 'KWD' })).toBe('1.23')
    expect(total({ amount: 5 })).toBe('0.05')
    expect(problemsOf(() => total({ amount: 1234, currency: 'KWD' }))).toEqual(['amount'])
  })
})

describe('awallet-pay: the request for the wallet', () => {
  it('is in the wallet’s own form', () => {
    expect(buildAWalletPaymentRequest({ ...payment, label: 'Harbour' })).toStrictEqual({
      countryCode: 'BA',
      currencyCode: 'EUR',
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: ['visa', 'masterCard'],
      total: { label: 'Harbour', type: 'final', amount: '18.50' },
    })
  })

  it('contains the given values', () => {
    const asked = {
      label: 'H',
      networks: ['visa'],
      billingAddressRequired: true,
      emailRequired: true,
    } as const
    expect(buildAWalletPaymentRequest({ ...payment, ...asked })).toMatchObject({
      supportedNetworks: ['visa'],
      requiredBillingContactFields: ['postalAddress'],
      requiredShippingContactFields: ['email'],
    })
  })

  it('converts money digit by digit, in every currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.constantFrom(...CURRENCY_CODES), (amount, currency) => {
        const { total } = buildAWalletPaymentRequest({ ...payment, amount, currency, label: 'H' })
        expect(toMinorUnits(total.amount, currency)).toBe(amount)
      }),
    )
  })
})

describe('requests for wallets', () => {
  it.each([
    [['amount'], { amount: 18.5 }],
    [['amount'], { amount: 0 }],
    [['amount'], { amount: '1850' as unknown as number }],
    [['currency'], { currency: 'EURO' as 'EUR' }],
    [['country'], { country: 'bosnia' as 'BA' }],
    [['amount', 'currency', 'country'], { amount: Number.NaN, currency: '' as 'EUR', country: '' as 'BA' }],
  ])('name %j if it is wrong', (properties, changes) => {
    const wrong = { ...payment, ...changes }
    expect(problemsOf(() => buildAWalletPaymentRequest({ ...wrong, label: 'Harbour' }))).toEqual(properties)
    expect(problemsOf(() => buildGWalletPaymentRequest(config, wrong))).toEqual(properties)
  })
})

describe('the amount that a wallet shows', () => {
  const errorsOf = (changes: Partial<WalletPayment>) => {
    try {
      buildGWalletPaymentRequest(config, { ...payment, ...changes })
      return undefined
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      return { foundBy: error.foundBy, errors: error.errors }
    }
  }

  it.each([
    ['amount', { amount: 0 }, 'must be a whole number of minor units, more than 0'],
    ['amount', { amount: 1234, currency: 'KWD' as const }, 'must end in 0: the wallet shows 2 decimals'],
    ['currency', { currency: 'eur' as 'EUR' }, 'must be an ISO 4217 code in capital letters'],
    ['country', { country: 'ba' as 'BA' }, 'must be an ISO 3166-1 code of two capital letters'],
  ])('is refused by the SDK for %s alone in %o, with the rule', (property, changes, message) => {
    expect(errorsOf(changes)).toEqual({
      foundBy: 'sdk',
      errors: [expect.objectContaining({ property, message, params: [property] })],
    })
  })
})

describe('gwallet-pay: a token on its way to the gateway', () => {
  const token = JSON.stringify({ signature: 'MEUCIQ', protocolVersion: 'ECv2', signedMessage: '{"tag":"é"}' })

  it('is passed on byte for byte', () => {
    const spaced = token.replace(',', ' , ')
    for (const text of [token, spaced]) {
      expect(Buffer.from(encodeGWalletToken(text), 'base64').toString()).toBe(text)
    }
  })

  it.each([[JSON.parse(token) as string], ['no JSON'], ['{}'], [token.replace('ECv2', 'A'.repeat(16_384))]])(
    'is refused if it is something else, without quoting it',
    (text) => {
      expect(() => encodeGWalletToken(text)).toThrow(ValidationError)
      expect(() => encodeGWalletToken(text)).not.toThrow(/MEUCIQ|no JSON/)
    },
  )

  it('is accepted up to 16 KiB', () => {
    const filled = (bytes: number) => JSON.stringify({ signedMessage: '' }).padEnd(bytes, ' ')
    expect(encodeGWalletToken(filled(16_384))).toHaveLength(Math.ceil(16_384 / 3) * 4)
    expect(() => encodeGWalletToken(filled(16_385))).toThrow(ValidationError)
  })

  it.each<[string, unknown]>([
    ['null', 'null'],
    ['a text', '"signedMessage"'],
    ['a number', '7'],
    ['nothing', undefined],
    ['an object', { signedMessage: '' }],
  ])('as %s is refused by the SDK with the rule', (_, text) => {
    let error: unknown
    try {
      encodeGWalletToken(text as string)
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(ValidationError)
    expect(error).toMatchObject({
      foundBy: 'sdk',
      errors: [
        {
          property: 'token',
          message: 'must be the unparsed text of paymentMethodData.tokenizationData.token',
          params: ['token'],
        },
      ],
    })
  })
})
