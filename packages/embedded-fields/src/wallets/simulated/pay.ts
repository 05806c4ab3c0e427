/**
 * The simulated Google Pay, with the name and API of the real one: a page that was built with this script changes
 * only its address to go live. It opens the simulated sheet instead of the wallet's own.
 */
import type {
  ButtonOptions,
  GwalletCardMethod,
  PaymentData,
  PaymentDataRequest,
  PaymentsClient,
} from '../gwallet-api.ts'
import { openSheet, sheetAddress } from './open-sheet.ts'
import type { SheetAnswer } from './sheet-messages.ts'

const SHEET = sheetAddress()

/** The wallet's error, of which only the code counts. */
class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
  readonly statusCode: string
  readonly statusMessage: string

  constructor(statusCode: string, statusMessage: string) {
    super(statusMessage)
    this.statusCode = statusCode
    this.statusMessage = statusMessage
  }
}

class SimulatedPaymentsClient implements PaymentsClient {
  async isReadyToPay(request: { readonly allowedPaymentMethods?: readonly GwalletCardMethod[] }) {
    const [method] = request.allowedPaymentMethods ?? []
    const { allowedAuthMethods = [], allowedCardNetworks = [] } = method?.parameters ?? {}
    return { result: allowedAuthMethods.length > 0 && allowedCardNetworks.length > 0 }
  }

  async loadPaymentData(request: PaymentDataRequest): Promise<PaymentData> {
    const [method] = request.allowedPaymentMethods
    if (method?.tokenizationSpecification?.type !== 'PAYMENT_GATEWAY') {
      throw new PaymentsError('DEVELOPER_ERROR', 'tokenizationSpecification.type must be PAYMENT_GATEWAY')
    }
    const { totalPrice, currencyCode } = request.transactionInfo
    const { allowedAuthMethods, allowedCardNetworks, billingAddressRequired } = method.parameters
    const sheet = openSheet(SHEET, {
      wallet: 'gwallet-pay',
      amount: totalPrice,
      currency: currencyCode,
      merchant: request.merchantInfo.merchantName ?? '',
      auth_methods: allowedAuthMethods.join(','),
      networks: allowedCardNetworks.join(','),
      billing: billingAddressRequired ? 'yes' : 'no',
      merchant_id: method.tokenizationSpecification.parameters.gatewayMerchantId,
    })
    if (sheet === null)
      throw new PaymentsError('POPUP_BLOCKED', 'The browser opened no window; call it in a click')
    return paymentDataOf(await sheet.answered)
  }

  prefetchPaymentData(): void {
    // Does nothing, because a prefetch would not save time here.
  }

  createButton({ onClick, buttonColor = 'black', buttonSizeMode = 'static' }: ButtonOptions): HTMLElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Pay with GWallet'
    const isWhite = buttonColor === 'white'
    Object.assign(button.style, {
      minHeight: '48px',
      minWidth: '240px',
      width: buttonSizeMode === 'fill' ? '100%' : 'auto',
      border: '1px solid #747b8a',
      borderRadius: '4px',
      background: isWhite ? '#fff' : '#14161c',
      color: isWhite ? '#1b1e26' : '#fff',
      font: '500 16px/1.4 system-ui, sans-serif',
      cursor: 'pointer',
    })
    button.addEventListener('click', onClick)
    return button
  }
}

function paymentDataOf(answer: SheetAnswer): PaymentData {
  if (answer.kind === 'canceled') throw new PaymentsError('CANCELED', 'The shopper closed the sheet')
  if (answer.kind === 'error')
    throw new PaymentsError(answer.statusCode, 'As asked for in the simulated sheet')
  const { card, token, address } = answer
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    paymentMethodData: {
      type: 'CARD',
      description: `${card.network} •••• ${card.last4}`,
      info: {
        cardNetwork: card.network,
        cardDetails: card.last4,
        ...(address && { billingAddress: address }),
      },
      tokenizationData: { type: 'PAYMENT_GATEWAY', token },
    },
  }
}

window.google = { payments: { api: { PaymentsClient: SimulatedPaymentsClient } } }
