import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { WALLET_PAYMENT, type WalletPayment, writeWalletAmount } from './wallet-amount.ts'

/** A card network, in the words of the device wallet. */
export type AWalletNetwork = 'visa' | 'masterCard'

/** The payment and the seller that the wallet's sheet shows. */
export interface AWalletRequestedPayment extends WalletPayment {
  /** Your name: the wallet's sheet says "Pay …" with it. */
  readonly label: string
  /** @defaultValue both that the gateway takes */
  readonly networks?: readonly AWalletNetwork[] | undefined
  /** @defaultValue `false` */
  readonly billingAddressRequired?: boolean | undefined
  /** Whether the sheet also requests an e-mail address. */
  readonly emailRequired?: boolean | undefined
}

const REQUESTED_PAYMENT: KnownOptions<AWalletRequestedPayment> = {
  ...WALLET_PAYMENT,
  label: true,
  networks: true,
  billingAddressRequired: true,
  emailRequired: true,
}

/** `ApplePayPaymentRequest` of the wallet's browser API, as far as it is used here. */
export interface AWalletPaymentRequest {
  /** Your country, two letters of ISO 3166-1. */
  countryCode: string
  /** Three letters of ISO 4217. */
  currencyCode: string
  /** Cryptograms of another kind (EMV) are not taken. */
  merchantCapabilities: ['supports3DS']
  /** Networks whose cards the sheet offers. */
  supportedNetworks: AWalletNetwork[]
  /** The data that the sheet shows; `amount` is decimal, `18.50`. */
  total: { label: string; type: 'final'; amount: string }
  /** Present if the sheet should request the billing address. */
  requiredBillingContactFields?: ['postalAddress']
  /** Present if the sheet should request an e-mail address. */
  requiredShippingContactFields?: ['email']
}

/**
 * Builds what a page passes to the wallet's session. Build it on the server, where the amount is trustworthy; it
 * contains no secret.
 *
 * @throws When a member breaks a rule. {@link ValidationError}
 * @throws When the payment has an unknown member, which the sheet would ignore. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const request = buildAWalletPaymentRequest({ amount: 1850, currency: 'EUR', country: 'BA', label: 'Harbour' })
 * request.total // { label: 'Harbour', type: 'final', amount: '18.50' }
 * ```
 */
export function buildAWalletPaymentRequest(payment: AWalletRequestedPayment): AWalletPaymentRequest {
  refuseUnknownOptions(payment, REQUESTED_PAYMENT, 'payment')
  const { currency, country, label, networks, billingAddressRequired, emailRequired } = payment
  return {
    countryCode: country,
    currencyCode: currency,
    merchantCapabilities: ['supports3DS'],
    supportedNetworks: [...(networks ?? (['visa', 'masterCard'] as const))],
    total: { label, type: 'final', amount: writeWalletAmount(payment) },
    ...(billingAddressRequired === true && { requiredBillingContactFields: ['postalAddress'] }),
    ...(emailRequired === true && { requiredShippingContactFields: ['email'] }),
  }
}
