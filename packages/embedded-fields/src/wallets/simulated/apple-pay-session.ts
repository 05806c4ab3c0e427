/**
 * The simulated Apple Pay, with the API of the real one, for shops that receive its token on their own page and
 * decrypt it on their server. The gateway never sees such a token.
 */
import { openSheet, sheetAddress, type OpenSheet } from './open-sheet.ts'

const SHEET = sheetAddress()

/** The displayed part of a request. */
interface ApplePayRequest {
  readonly countryCode: string
  readonly currencyCode: string
  readonly supportedNetworks: readonly string[]
  readonly total: { readonly label: string; readonly amount: string }
  readonly requiredBillingContactFields?: readonly string[]
}

type Listener = ((event: Event) => void) | null

class SimulatedApplePaySession extends EventTarget {
  static readonly STATUS_SUCCESS = 0
  static readonly STATUS_FAILURE = 1

  onvalidatemerchant: Listener = null
  onpaymentauthorized: Listener = null
  oncancel: Listener = null
  readonly #request: ApplePayRequest
  #sheet: OpenSheet | null = null
  #isAborted = false

  /** @param version - As the real one; every version is the same here. */
  constructor(version: number, request: ApplePayRequest) {
    super()
    if (!SimulatedApplePaySession.supportsVersion(version)) throw new RangeError(`version ${version}`)
    this.#request = request
  }

  static canMakePayments(): boolean {
    return window.isSecureContext
  }

  static supportsVersion(version: number): boolean {
    return Number.isInteger(version) && version >= 1 && version <= 14
  }

  /** Shows the sheet and requests the merchant's session. It must be called in a click. */
  begin(): void {
    const { total, currencyCode, supportedNetworks, requiredBillingContactFields } = this.#request
    const sheet = openSheet(SHEET, {
      wallet: 'awallet-pay',
      amount: total.amount,
      currency: currencyCode,
      merchant: total.label,
      auth_methods: 'CRYPTOGRAM_3DS',
      // The real names are `visa` and `masterCard`.
      networks: supportedNetworks.join(',').toUpperCase(),
      billing: requiredBillingContactFields?.includes('postalAddress') ? 'yes' : 'no',
      merchant_id: '',
    })
    if (sheet === null) throw new DOMException('Call begin in a click', 'InvalidAccessError')
    this.#sheet = sheet
    void this.#follow(sheet)
    // Listeners may be added after `begin`.
    queueMicrotask(() => this.#tell('validatemerchant', { validationURL: SHEET.origin }))
  }

  /** @param merchantSession - What the shop's server got from the wallet; here all of it that counts. */
  completeMerchantValidation(merchantSession: { readonly merchantIdentifier: string }): void {
    this.#sheet?.nameMerchant(merchantSession.merchantIdentifier)
  }

  /** The real sheet shows the result; this one is already closed. */
  completePayment(): void {
    this.#sheet?.close()
  }

  abort(): void {
    this.#isAborted = true
    this.#sheet?.close()
  }

  async #follow(sheet: OpenSheet): Promise<void> {
    const answer = await sheet.answered
    if (this.#isAborted) return
    if (answer.kind !== 'paid') return this.#tell('cancel', {})
    const { token, address } = answer
    const payment = {
      token: JSON.parse(token) as unknown,
      ...(address && {
        billingContact: {
          givenName: address.name,
          addressLines: [address.address1],
          locality: address.locality,
          postalCode: address.postalCode,
          countryCode: address.countryCode,
        },
      }),
    }
    this.#tell('paymentauthorized', { payment })
  }

  #tell(type: 'validatemerchant' | 'paymentauthorized' | 'cancel', members: object): void {
    const event = Object.assign(new Event(type), members)
    this[`on${type}`]?.(event)
    this.dispatchEvent(event)
  }
}

Object.assign(window, { ApplePaySession: SimulatedApplePaySession })
