import type { SealedCard } from '@sluice/card-encryption/encrypt'
import { type ClientOptions, readOptions } from './client-options.ts'
import { createTransport } from './http/transport.ts'
import type { Card } from './resources/card.ts'
import { createCardSealing, type EncryptionKeys } from './resources/encryption-keys.ts'
import { createCustomers, type Customers } from './resources/customers.ts'
import { createPaymentMethods, type PaymentMethods } from './resources/payment-methods.ts'
import { createSessions, type Sessions } from './resources/sessions.ts'
import { createThreeDs, type ThreeDs } from './resources/three-ds.ts'
import { createTransactions, type Transactions } from './resources/transactions.ts'

/** A merchant's client of one gateway. Make one per process: it keeps the access token and the encryption keys. */
export interface GatewayClient {
  readonly sessions: Sessions
  readonly transactions: Transactions
  readonly threeDs: ThreeDs
  readonly customers: Customers
  readonly paymentMethods: PaymentMethods
  readonly encryptionKeys: EncryptionKeys
  /**
   * Seals a card for one authorize request. Seal anew for every transaction: a sealed field is accepted once.
   *
   * The key set is fetched when needed and kept as long as the gateway allows.
   *
   * @returns `payment_method.data` of a `card`.
   * @throws When the gateway offers no key that is valid now. `EncryptionKeyError` of `@sluice/card-encryption`
   * @see docs/protocol.md#card-encryption
   *
   * @example
   * ```ts
   * const data = await client.encryptCard({ number: '4242424242424242', cvv: '123', expirationMonth: '12', expirationYear: '30' })
   * await client.transactions.authorize({ ...order, payment_method: { type: 'card', data } })
   * ```
   */
  encryptCard(card: Card): Promise<SealedCard>
}

/**
 * Makes the client of a gateway. Nothing is sent yet; the first call gets an access token.
 *
 * @throws When an option is missing or unusable. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const client = createClient({
 *   baseUrl: 'https://gateway.example',
 *   authUrl: 'https://id.example',
 *   realm: 'payments',
 *   clientId: 'shop',
 *   clientSecret: env.SLUICE_CLIENT_SECRET,
 * })
 * ```
 */
export function createClient(options: ClientOptions): GatewayClient {
  const settings = readOptions(options)
  const transport = createTransport(settings)
  return {
    sessions: createSessions(transport),
    transactions: createTransactions(transport),
    threeDs: createThreeDs(transport),
    customers: createCustomers(transport),
    paymentMethods: createPaymentMethods(transport),
    ...createCardSealing(transport, settings.now),
  }
}
