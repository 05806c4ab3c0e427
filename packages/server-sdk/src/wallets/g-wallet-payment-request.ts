import type { GwalletPayConfig } from '@sluice/types'
import { WALLET_AUTH_METHODS } from '@sluice/types/vocabulary'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { WALLET_PAYMENT, type WalletPayment, writeWalletAmount } from './wallet-amount.ts'

/**
 * The terminal's configuration of the wallet, from the operator of the gateway. The `config` of the `gwallet-pay`
 * entry in a session's `payment_methods` is one; two members are enough.
 */
export type GWalletConfig = Pick<GwalletPayConfig, 'gateway' | 'gateway_merchant_id'> &
  Partial<
    Pick<
      GwalletPayConfig,
      | 'merchant_id'
      | 'merchant_name'
      | 'allowed_auth_methods'
      | 'allowed_card_networks'
      | 'billing_address_required'
    >
  >

/** The payment that the wallet's sheet shows, and the gateway for which the card is sealed. */
export interface GWalletPayment extends WalletPayment {
  /** The label of the total. */
  readonly totalLabel?: string | undefined
  /** Whether the sheet also requests an e-mail address. */
  readonly emailRequired?: boolean | undefined
}

const G_WALLET_PAYMENT: KnownOptions<GWalletPayment> = {
  ...WALLET_PAYMENT,
  totalLabel: true,
  emailRequired: true,
}

/** The members of `PaymentDataRequest` that this package sets (version 2.0 of the wallet's browser API). */
export interface GWalletPaymentRequest {
  /** The major version of the wallet's browser API. */
  apiVersion: 2
  /** The minor version of the wallet's browser API. */
  apiVersionMinor: 0
  /** Your name in the sheet, and the id that the wallet gave you. */
  merchantInfo: { merchantName?: string; merchantId?: string }
  /** Cards, and how they are sealed. */
  allowedPaymentMethods: [GWalletCardMethod]
  /** The amount to pay. */
  transactionInfo: {
    totalPriceStatus: 'FINAL'
    /** Decimal, at most two digits after the point. */
    totalPrice: string
    currencyCode: string
    countryCode: string
    totalPriceLabel?: string
  }
  /** Whether the sheet requests an e-mail address. */
  emailRequired?: boolean
}

/** The way to pay by card, in the words of the web wallet. */
export interface GWalletCardMethod {
  /** Only cards are accepted. */
  type: 'CARD'
  /** The cards that the sheet offers, and whether it requests the billing address. */
  parameters: {
    allowedAuthMethods: string[]
    allowedCardNetworks: string[]
    billingAddressRequired?: boolean
    billingAddressParameters?: { format: 'FULL' }
  }
  /** The gateway and merchant for which the card is encrypted. */
  tokenizationSpecification: {
    type: 'PAYMENT_GATEWAY'
    parameters: { gateway: string; gatewayMerchantId: string }
  }
}

/**
 * Builds the argument of the wallet's `loadPaymentData`. Build it on the server, which knows the correct amount; it
 * contains no secret. `isReadyToPay` takes the same object.
 *
 * Some payments run through 3-D Secure and some do not (`PAN_ONLY`, `CRYPTOGRAM_3DS`), and only the gateway can
 * distinguish them: handle every step of `match`.
 *
 * @throws When a member of `payment` breaks a rule. {@link ValidationError}
 * @throws When `payment` has an unknown member. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const request = buildGWalletPaymentRequest(config, { amount: 1850, currency: 'EUR', country: 'BA' })
 * request.transactionInfo.totalPrice // '18.50'
 * ```
 */
export function buildGWalletPaymentRequest(
  config: GWalletConfig,
  payment: GWalletPayment,
): GWalletPaymentRequest {
  refuseUnknownOptions(payment, G_WALLET_PAYMENT, 'payment')
  const { allowed_auth_methods, allowed_card_networks, merchant_name, merchant_id } = config
  const { currency, country, totalLabel, emailRequired } = payment
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: {
      ...(typeof merchant_name === 'string' && { merchantName: merchant_name }),
      ...(typeof merchant_id === 'string' && { merchantId: merchant_id }),
    },
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: [...(allowed_auth_methods ?? WALLET_AUTH_METHODS)],
          allowedCardNetworks: [...(allowed_card_networks ?? CARD_NETWORKS)],
          ...(config.billing_address_required === true && {
            billingAddressRequired: true,
            billingAddressParameters: { format: 'FULL' },
          }),
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: config.gateway, gatewayMerchantId: config.gateway_merchant_id },
        },
      },
    ],
    transactionInfo: {
      totalPriceStatus: 'FINAL',
      totalPrice: writeWalletAmount(payment, TOTAL_PRICE_DECIMALS_MAX),
      currencyCode: currency,
      countryCode: country,
      ...(totalLabel !== undefined && { totalPriceLabel: totalLabel }),
    },
    ...(emailRequired !== undefined && { emailRequired }),
  }
}

/** The wallet's format of `totalPrice` has at most these decimals, in every currency. */
const TOTAL_PRICE_DECIMALS_MAX = 2

/** The card networks that the gateway accepts. */
const CARD_NETWORKS = ['VISA', 'MASTERCARD'] as const
