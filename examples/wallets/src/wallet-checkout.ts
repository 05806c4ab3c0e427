/** Pays orders with what wallets of phones and browsers give to the checkout page. */
import {
  type AuthorizeCardRequest,
  type BrowserInfo,
  type Currency,
  type GatewayClient,
  type NextStep,
  nextStep,
} from '@sluice/server-sdk'
import { type AWalletTokenInput, encodeGWalletToken, sealAWalletToken } from '@sluice/server-sdk/wallets'

/** The order to pay. The reference is used once. */
export interface Order {
  readonly reference: string
  readonly amountMinor: number
  readonly currency: Currency
}

/** The keys with which the shop opens tokens of the device wallet. */
export interface DeviceWallet {
  readonly merchantIdentifier: string
  /** PEM. It stays on the server. */
  readonly privateKey: string
  /** PEM of the certificate that signatures lead to; without it the wallet's own. */
  readonly root?: string
}

export interface WalletCheckoutOptions {
  readonly client: Pick<GatewayClient, 'encryptNetworkToken' | 'transactions'>
  readonly terminalId: string
  readonly deviceWallet: DeviceWallet
}

/**
 * Pays with tokens. Each answer is the next step: an outcome, or a step of 3-D Secure, through which
 * `examples/direct-api-three-ds` leads a customer.
 */
export function createWalletCheckout({ client, terminalId, deviceWallet }: WalletCheckoutOptions) {
  /** Ids of the device wallet's tokens that have paid. A real shop has a table with a unique column. */
  const used = new Set<string>()

  const claim = (id: string): boolean => {
    const isNew = !used.has(id)
    used.add(id)
    return isNew
  }

  async function pay(
    { reference, amountMinor, currency }: Order,
    payment_method: AuthorizeCardRequest['payment_method'],
    browser_info: BrowserInfo,
  ): Promise<NextStep> {
    return nextStep(
      await client.transactions.authorize({
        terminal_id: terminalId,
        reference,
        amount: amountMinor,
        currency,
        transaction_type: 'PURCHASE',
        payment_method,
        browser_info,
      }),
    )
  }

  return {
    /**
     * Pays with `gwallet-pay`: the gateway opens the token.
     *
     * @param token - the text `paymentData.paymentMethodData.tokenizationData.token`, as the page got it.
     * @throws {ValidationError} when the token has ended, has paid before, or was made for another shop.
     */
    payByWebWallet: (order: Order, token: string, browser: BrowserInfo) =>
      pay(order, { type: 'gwallet-pay', data: { gwallet_pay_token: encodeGWalletToken(token) } }, browser),

    /**
     * Pays with `awallet-pay`: the shop's own key opens the token, which is then sealed for the gateway.
     *
     * @param token - `payment.token`, as the page got it.
     * @throws {WalletTokenError} when it was confirmed for another amount, or has paid before.
     */
    async payByDeviceWallet(order: Order, token: AWalletTokenInput, browser: BrowserInfo) {
      const { privateKey, merchantIdentifier, root } = deviceWallet
      const method = await sealAWalletToken(client, token, [{ privateKey, merchantIdentifier }], {
        amount: order.amountMinor,
        currency: order.currency,
        roots: root,
        claim,
      })
      return pay(order, method, browser)
    },
  }
}
