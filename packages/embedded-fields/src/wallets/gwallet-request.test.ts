import { describe, expect, it } from 'vitest'

import { readGwalletConfig, type GwalletConfig } from './gwallet-config.ts'
import { paymentRequest, readyRequest, walletAmount } from './gwallet-request.ts'

const CONFIG: GwalletConfig = {
  script_url: 'https://wallet.example/pay.js',
  environment: 'TEST',
  gateway: 'sluice',
  gateway_merchant_id: 'shop-1',
  merchant_id: null,
  merchant_name: 'Harbour',
  allowed_auth_methods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
  allowed_card_networks: ['VISA', 'MASTERCARD'],
  billing_address_required: true,
}

describe('readGwalletConfig', () => {
  it('reads what the session offers', () => {
    expect(readGwalletConfig([{ type: 'card' }, { type: 'gwallet-pay', config: CONFIG }])).toBe(CONFIG)
  })

  it('shows nothing without the wallet, or of a script that is no web address', () => {
    expect(readGwalletConfig([{ type: 'card' }])).toBeNull()
    const config = { ...CONFIG, script_url: 'data:text/javascript,x' }
    expect(readGwalletConfig([{ type: 'gwallet-pay', config }])).toBeNull()
  })
})

describe('requests to the wallet', () => {
  it('query whether it is ready without naming gateway or amount', () => {
    expect(JSON.stringify(readyRequest(CONFIG))).not.toMatch(/sluice|transactionInfo/)
  })

  it('request a token for the gateway, with the address if it is required', () => {
    const request = paymentRequest(CONFIG, { amount: 1_850, currency: 'EUR', country: 'SE' })
    expect(request).toMatchObject({
      merchantInfo: { merchantName: 'Harbour' },
      transactionInfo: {
        totalPriceStatus: 'FINAL',
        totalPrice: '18.50',
        currencyCode: 'EUR',
        countryCode: 'SE',
      },
      allowedPaymentMethods: [
        {
          parameters: {
            allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            billingAddressRequired: true,
            billingAddressParameters: { format: 'FULL' },
          },
          tokenizationSpecification: {
            type: 'PAYMENT_GATEWAY',
            parameters: { gateway: 'sluice', gatewayMerchantId: 'shop-1' },
          },
        },
      ],
    })
  })
})

describe('walletAmount', () => {
  it.each([
    [1_850, 'EUR', '18.50'],
    [5, 'EUR', '0.05'],
    [1_500, 'JPY', '1500'],
    [1_230, 'KWD', '1.23'],
    [1_234, 'KWD', null],
  ] as const)('writes %i %s as %s', (amount, currency, text) => {
    expect(walletAmount({ amount, currency })).toBe(text)
  })
})
