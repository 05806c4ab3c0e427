/**
 * The part of the wallet's own JavaScript API that is used here, in the wallet's terms: the script's address is
 * configured, so every script there has to keep to these shapes.
 */
export interface GwalletCardParameters {
  readonly allowedAuthMethods: readonly string[]
  readonly allowedCardNetworks: readonly string[]
  readonly billingAddressRequired?: boolean
  readonly billingAddressParameters?: {
    readonly format: 'MIN' | 'FULL'
    readonly phoneNumberRequired?: boolean
  }
}

export interface GwalletCardMethod {
  readonly type: 'CARD'
  readonly parameters: GwalletCardParameters
  readonly tokenizationSpecification?: {
    readonly type: 'PAYMENT_GATEWAY'
    readonly parameters: { readonly gateway: string; readonly gatewayMerchantId: string }
  }
}

export interface IsReadyToPayRequest {
  readonly apiVersion: 2
  readonly apiVersionMinor: 0
  readonly allowedPaymentMethods: readonly GwalletCardMethod[]
}

export interface PaymentDataRequest extends IsReadyToPayRequest {
  readonly merchantInfo: { readonly merchantName?: string; readonly merchantId?: string }
  readonly transactionInfo: {
    readonly totalPriceStatus: 'FINAL'
    /** The decimal amount in major units: `18.50`. */
    readonly totalPrice: string
    readonly currencyCode: string
    /** The country, ISO 3166-1 alpha-2. */
    readonly countryCode?: string
  }
}

export interface GwalletAddress {
  readonly name?: string
  readonly address1?: string
  readonly address2?: string
  readonly address3?: string
  readonly locality?: string
  readonly administrativeArea?: string
  readonly countryCode?: string
  readonly postalCode?: string
  readonly phoneNumber?: string
}

export interface PaymentData {
  readonly apiVersion: 2
  readonly apiVersionMinor: 0
  readonly paymentMethodData: {
    readonly type: 'CARD'
    readonly description: string
    readonly info: {
      readonly cardNetwork: string
      /** The last four digits of the card. */
      readonly cardDetails: string
      readonly billingAddress?: GwalletAddress
    }
    /** `token` is JSON text, to be passed on unchanged. */
    readonly tokenizationData: { readonly type: 'PAYMENT_GATEWAY'; readonly token: string }
  }
}

export interface PaymentsClientOptions {
  readonly environment: 'TEST' | 'PRODUCTION'
}

export interface ButtonOptions {
  readonly onClick: () => void
  readonly buttonColor?: 'default' | 'black' | 'white'
  readonly buttonSizeMode?: 'static' | 'fill'
  readonly buttonLocale?: string
}

export interface PaymentsClient {
  isReadyToPay(request: IsReadyToPayRequest): Promise<{ readonly result: boolean }>
  /**
   * Shows the sheet. Has to be called while the browser still counts a click.
   *
   * @throws `{statusCode, statusMessage}`: `CANCELED`, `DEVELOPER_ERROR`, `INTERNAL_ERROR`, …
   */
  loadPaymentData(request: PaymentDataRequest): Promise<PaymentData>
  prefetchPaymentData(request: PaymentDataRequest): void
  createButton(options: ButtonOptions): HTMLElement
}

/** The global that the script defines on `window`. */
export interface GwalletGlobal {
  readonly payments: {
    readonly api: { readonly PaymentsClient: new (options: PaymentsClientOptions) => PaymentsClient }
  }
}

declare global {
  interface Window {
    google?: GwalletGlobal
  }
}
