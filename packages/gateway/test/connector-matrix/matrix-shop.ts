import type { ProviderConnectorType } from '@sluice/connectors/declarations'
import type { Envelope, SandboxCredentials, Transaction } from '@sluice/types'
import { type Currency, PAYMENT_METHODS } from '@sluice/types/vocabulary'
import { expect } from 'vitest'

import { gatewayMerchantIdOf } from '../../src/payment-methods/wallet-token/gateway-merchant-id.ts'
import { RETURN_URLS } from '../elsewhere.ts'
import { MerchantAtGateway } from '../merchant-at-gateway.ts'
import { open } from '../shopper.ts'
import type { TestClock } from '../test-clock.ts'
import type { TestGateway } from '../test-gateway.ts'
import type { CardRow, OrderRow } from './matrix-rows.ts'
import { type MatrixWorld, type Money, terminalOf } from './matrix-world.ts'
import { cardOf, CVV, defaultCardOf } from './test-cards.ts'
import { follow, walk } from './walk.ts'

export const AMOUNT_MINOR = 10_000
export const ORDER_MINOR = 20_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const TURNS_MAX = 12

const FLOWS = { challenge: 'CHALLENGE', 'failed challenge': 'CHALLENGE' } as const

export function idOf({ action, redirect, result }: Envelope): string {
  return action?.transaction_id ?? redirect?.transaction_id ?? result?.id ?? expect.fail('no transaction')
}

/** The shop of a matrix at a running gateway, with its shoppers and providers. */
export class MatrixShop {
  readonly #gateway: TestGateway
  readonly #world: MatrixWorld
  readonly #merchant: MerchantAtGateway

  private constructor(gateway: TestGateway, world: MatrixWorld, merchant: MerchantAtGateway) {
    this.#gateway = gateway
    this.#world = world
    this.#merchant = merchant
  }

  /** Opens the shop, and connects the providers' events to the gateway. */
  static async open(gateway: TestGateway, world: MatrixWorld, clock: TestClock): Promise<MatrixShop> {
    const { ready } = gateway
    const answer = await fetch(`${ready.base_url}/api/encryption-keys`, {
      headers: { 'user-agent': 'test', 'x-client-key': world.client.client_key },
    })
    const encryption_keys = (await answer.json()) as SandboxCredentials['encryption_keys']
    world.tell(ready.base_url)
    return new MatrixShop(
      gateway,
      world,
      new MerchantAtGateway({ ...ready, ...world.client, encryption_keys }, clock),
    )
  }

  get merchant(): MerchantAtGateway {
    return this.#merchant
  }

  /** Returns a provider's latest payment. */
  lastBook(provider: ProviderConnectorType): Money | undefined {
    return this.#world.books(provider).at(-1)
  }

  async statusOf(id: string): Promise<Transaction> {
    return (await this.#merchant.get<{ transaction: Transaction }>(`/api/transactions/${id}/status`))
      .transaction
  }

  /** Delivers events and runs status queries until the transaction has ended. */
  async settle(id: string): Promise<Transaction> {
    for (let turns = 0; turns < TURNS_MAX; turns += 1) {
      const transaction = await this.statusOf(id)
      if (transaction.status !== 'PENDING') return transaction
      await Promise.all([this.#world.stripe.webhooks.idle(), this.#world.adyen.webhooks.deliver()])
      // Some refunds take days.
      await this.#gateway.advanceRealTime(turns < TURNS_MAX / 2 ? MINUTE_MS : DAY_MS)
      this.#merchant.forgetToken()
    }
    return this.statusOf(id)
  }

  async manage(
    { terminal_id, currency, reference }: Transaction,
    transaction_type: string,
    amount: number,
  ): Promise<Transaction> {
    const request = { terminal_id, currency, reference, transaction_type, amount }
    return this.settle((await this.#merchant.post<Transaction>('/api/transactions/manage', request)).id)
  }

  async refundTwice(parent: Transaction, amount: number): Promise<void> {
    for (const _ of [1, 2]) expect((await this.manage(parent, 'REFUND', amount)).status).toBe('APPROVED')
  }

  /** Pays with a card, as in the row. */
  async payByCard(row: CardRow, more: Readonly<Record<string, unknown>> = {}): Promise<Transaction> {
    const { provider, authenticator, way } = row
    const payment_method = await this.#methodOf(row)
    const isMerchants = way === 'saved, by the merchant'
    const body = {
      terminal_id: terminalOf(provider, authenticator),
      transaction_type: 'AUTHORIZE',
      ...(payment_method && { payment_method }),
      ...(isMerchants && { browser_info: undefined }),
      ...(way === 'soft decline' && { options: { three_ds: { exemption: 'TRANSACTION_RISK_ANALYSIS' } } }),
      ...more,
    }
    if (way === 'soft decline' && provider === 'adyen')
      this.#world.adyen.world.planned.push({ reference: /./, behaviour: { threeDs: 'none', refusal: '38' } })
    const flow =
      way === 'soft decline'
        ? 'EXEMPTION_GRANTED'
        : (FLOWS[way as keyof typeof FLOWS] ?? 'FRICTIONLESS_SUCCESS')
    const envelope = await this.#merchant.authorize({
      card: { number: cardOf(row), cvv: CVV },
      ...(authenticator === 'EXTERNAL' && !isMerchants && { flow }),
      body,
    })
    await walk(this.#merchant, envelope, { approves: way !== 'failed challenge' })
    return this.settle(idOf(envelope))
  }

  /** Returns the payment method of a row; null for a card that is typed in. */
  async #methodOf(row: CardRow) {
    const { provider, method, way } = row
    const number = cardOf(row)
    switch (method) {
      case 'saved_card': {
        const isMerchants = way === 'saved, by the merchant'
        const payment_method_id = await this.saveCard(
          provider,
          isMerchants ? 'MERCHANT_INITIATED_TRANSACTION' : 'CUSTOMER_INITIATED_TRANSACTION',
        )
        if (isMerchants) return { type: method, data: { payment_method_id } }
        const { encrypted_cvv } = await this.#merchant.seal({ cvv: CVV })
        return { type: method, data: { payment_method_id, encrypted_cvv } }
      }
      case 'gwallet-pay':
        return this.#merchant.walletMethod({
          pan: number,
          gateway_merchant_id: gatewayMerchantIdOf(await this.#merchantId()),
          auth_method: provider === 'adyen' ? 'CRYPTOGRAM_3DS' : 'PAN_ONLY',
        })
      case 'network-token':
      case 'awallet-pay': {
        const source = method === 'awallet-pay' ? { source: method } : {}
        const cryptogram = Buffer.alloc(20, 7).toString('base64')
        const data = await this.#merchant.sealNetworkToken({ number, cryptogram, eci: '05', ...source })
        return { type: 'network-token', data }
      }
      default:
        return null
    }
  }

  async saveCard(provider: ProviderConnectorType, tokenize_for: string): Promise<string> {
    const body = {
      terminal_id: terminalOf(provider, 'EXTERNAL'),
      tokenization: { save_card_for_future_payments: true, tokenize_for },
    }
    const card = { number: defaultCardOf(provider), cvv: CVV }
    const envelope = await this.#merchant.authorize({ card, flow: 'FRICTIONLESS_SUCCESS', body })
    await walk(this.#merchant, envelope, { approves: true })
    return (await this.settle(idOf(envelope))).payment_method.token ?? ''
  }

  /** Returns the gateway's id of the merchant in the file. */
  async #merchantId(): Promise<string> {
    const [row] = await this.#gateway.books.query('select distinct merchant_id from transactions')
    return String(row?.['merchant_id'])
  }

  /** Creates an order that is confirmed elsewhere. */
  async order({ provider, method, currency, country }: OrderRow): Promise<Envelope> {
    const names = { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Lovelace' }
    const customer = { id: await this.#storeCustomer(names, country) }
    const terms = {
      terminal_id: terminalOf(provider, 'PROVIDER'),
      reference: this.#merchant.nextReference(),
      currency: currency as Currency,
      amount: ORDER_MINOR,
    }
    const named = Object.entries(PAYMENT_METHODS).find(([, type]) => type === method)?.[0]
    if (named !== undefined)
      return this.#merchant.post<Envelope>('/api/transactions/payment', {
        ...terms,
        description: 'Two apples',
        method: named,
        country,
        customer_ip: '203.0.113.7',
        customer,
        ...RETURN_URLS,
      })
    const blik_code = method === 'partner-blik' ? { blik_code: '777123' } : {}
    return this.#merchant.post<Envelope>('/api/transactions/authorize', {
      ...terms,
      transaction_type: 'PURCHASE',
      payment_method: { type: method, data: { ...names, ...blik_code } },
      customer,
      options: { tax_id: '000.000.000-00' },
      return_url: this.#merchant.returnUrl,
    })
  }

  /** Boleto needs the state of an address, which only a stored customer has. */
  async #storeCustomer(names: object, country: string): Promise<string> {
    const address = { address: 'Rua Um 1', city: 'Olinda', postal_code: '53000-000', region: 'PE', country }
    const answer = await this.#merchant.send<{ id: string }>('POST', '/api/customers', { ...names, address })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.id
  }

  /** Pays the latest order as the shopper, on the provider's page, in a banking app or by a transfer. */
  async confirm(provider: ProviderConnectorType): Promise<void> {
    const { stripe, adyen } = this.#world
    if (provider === 'adyen') {
      const [psp = ''] = [...adyen.world.payments.keys()].slice(-1)
      adyen.shopper.endOrder(psp, true)
      return
    }
    const intent = stripe.books().at(-1)?.paymentIntent ?? ''
    await follow(await open(`${stripe.url}/pages/${intent}`, 'document'), { approves: true })
    // Some take days at Stripe.
    stripe.advance(2 * DAY_MS)
  }
}
