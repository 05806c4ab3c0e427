/** The wallets of a customer, as the test environment plays them: tokens without a browser. */
import type { AWalletTokenInput } from '@sluice/server-sdk/wallets'
import type { DeviceWallet, Order } from './wallet-checkout.ts'

/** The gateway with the wallets: one that was started, or one in this process. */
export interface WalletHome {
  readonly credentials: { readonly base_url: string; readonly sandbox_id: string }
  readonly operatorToken: string
  readonly fetch?: typeof globalThis.fetch
}

/** A test card, as the customer chooses it in the sheet of the web wallet. */
export interface WalletCard {
  readonly number: string
  /** `CRYPTOGRAM_3DS` is a card of the device; `PAN_ONLY` one on file, of which the bank may ask. */
  readonly kind: 'CRYPTOGRAM_3DS' | 'PAN_ONLY'
}

const MERCHANT_IDENTIFIER = 'merchant.example.shop'

const EXPIRY = { expiration_month: 12, expiration_year: 2034 }

/** @see docs/protocol/simulators.md#simulated-wallets */
export function createSimulatedWallets({ credentials, operatorToken, fetch = globalThis.fetch }: WalletHome) {
  async function call<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${credentials.base_url}/simulators/${path}`, {
      headers: {
        authorization: `Bearer ${operatorToken}`,
        'x-sandbox-id': credentials.sandbox_id,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Answer
  }

  return {
    /** The web wallet's result for the page: a text of JSON. */
    async webToken({ number, kind }: WalletCard): Promise<string> {
      const { gwallet_pay_token: token } = await call<{ gwallet_pay_token: string }>('gwallet-pay/tokens', {
        pan: number,
        auth_method: kind,
        ...EXPIRY,
      })
      return Buffer.from(token, 'base64').toString()
    },

    /** The device wallet's result for the page, once the customer has confirmed the amount. */
    async deviceToken(number: string, { amountMinor, currency }: Order): Promise<AWalletTokenInput> {
      const { awallet_pay_token: token } = await call<{ awallet_pay_token: AWalletTokenInput }>(
        'awallet-pay/tokens',
        { pan: number, ...EXPIRY, merchant_identifier: MERCHANT_IDENTIFIER, amount: amountMinor, currency },
      )
      return token
    },

    /** Registers the shop with the device wallet, and returns its key. */
    async deviceWallet(): Promise<DeviceWallet> {
      const merchant = await call<{ private_key: string; root: string }>(
        `awallet-pay/merchants/${MERCHANT_IDENTIFIER}`,
      )
      return {
        merchantIdentifier: MERCHANT_IDENTIFIER,
        privateKey: merchant.private_key,
        root: merchant.root,
      }
    },
  }
}
