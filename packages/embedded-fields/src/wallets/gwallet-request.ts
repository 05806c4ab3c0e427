import type { ClientSession } from '@sluice/types'
import { fromMinorUnits } from '@sluice/types/vocabulary'

import type { GwalletCardMethod, IsReadyToPayRequest, PaymentDataRequest } from './gwallet-api.ts'
import type { GwalletConfig } from './gwallet-config.ts'

type Payment = Pick<ClientSession['session'], 'amount' | 'currency' | 'country'>

/** Builds the query whether the shopper could pay at all, without gateway or amount. */
export function readyRequest(config: GwalletConfig): IsReadyToPayRequest {
  return { apiVersion: 2, apiVersionMinor: 0, allowedPaymentMethods: [cardMethod(config)] }
}

/** The wallet accepts at most two decimals, in every currency. */
const DECIMALS_MAX = 2

/** Returns the amount in the wallet's format, or null if it cannot express it. */
export function walletAmount({ amount, currency }: Pick<Payment, 'amount' | 'currency'>): string | null {
  const [whole = '', decimals = ''] = fromMinorUnits(amount, currency).split('.')
  if (/[1-9]/.test(decimals.slice(DECIMALS_MAX))) return null
  return decimals === '' ? whole : `${whole}.${decimals.slice(0, DECIMALS_MAX)}`
}

/** Builds the request for the wallet's payment data. @throws When the wallet cannot express the amount. {@link RangeError} */
export function paymentRequest(
  config: GwalletConfig,
  { amount, currency, country }: Payment,
): PaymentDataRequest {
  const totalPrice = walletAmount({ amount, currency })
  if (totalPrice === null)
    throw new RangeError(`the wallet cannot write ${amount} minor units of ${currency}`)
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: {
      ...(config.merchant_name !== null && { merchantName: config.merchant_name }),
      ...(config.merchant_id !== null && { merchantId: config.merchant_id }),
    },
    allowedPaymentMethods: [
      {
        ...cardMethod(config),
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: config.gateway, gatewayMerchantId: config.gateway_merchant_id },
        },
      },
    ],
    transactionInfo: {
      totalPriceStatus: 'FINAL',
      totalPrice,
      currencyCode: currency,
      ...(country === null ? {} : { countryCode: country }),
    },
  }
}

function cardMethod(config: GwalletConfig): GwalletCardMethod {
  return {
    type: 'CARD',
    parameters: {
      allowedAuthMethods: config.allowed_auth_methods,
      allowedCardNetworks: config.allowed_card_networks,
      ...(config.billing_address_required && {
        billingAddressRequired: true,
        billingAddressParameters: { format: 'FULL' },
      }),
    },
  }
}
