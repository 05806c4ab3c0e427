import { type CardSealing, createCardSealing, sealForGateway } from './cards/card-sealing.ts'
import { createEncryptionKeyCache } from './cards/encryption-key-cache.ts'
import { dropRefusedKeys } from './cards/drop-refused-keys.ts'
import { type ClientOptions, readOptions } from './client-options.ts'
import { type Environment, readEnvironment } from './environment.ts'
import type { ApiPromise } from './http/api-promise.ts'
import type { CallOptions, ReadOptions } from './http/call-options.ts'
import type { CustomRequest } from './http/prepare-request.ts'
import { createTransport } from './http/transport.ts'
import { refuseBrowser } from './refuse-browser.ts'
import { createEncryptionKeys, type EncryptionKeys } from './resources/encryption-keys.ts'
import { createCustomers, type Customers } from './resources/customers.ts'
import { createEvents, type Events } from './resources/events.ts'
import { createFailedRequests, type FailedRequests } from './resources/failed-requests.ts'
import { createHostedPaymentPages, type HostedPaymentPages } from './resources/hosted-payment-pages.ts'
import { createPaymentLinks, type PaymentLinks } from './resources/payment-links.ts'
import { createPaymentMethods, type PaymentMethods } from './resources/payment-methods.ts'
import { createSessions, type Sessions } from './resources/sessions.ts'
import { createThreeDs, type ThreeDs } from './resources/three-ds.ts'
import { createTransactions, type Transactions } from './resources/transactions.ts'
import { createWebhooks, type Webhooks } from './resources/webhooks.ts'

/** A merchant's client of one gateway. Make one per process: it keeps the access token and the encryption keys. */
export interface GatewayClient extends CardSealing {
  /** Sessions of embedded fields: make, read, cancel. */
  readonly sessions: Sessions
  /** Pages of the gateway that customers are sent to. */
  readonly hostedPaymentPages: HostedPaymentPages
  /** Payments, authorizations, captures, refunds, voids, payouts, and their outcomes. */
  readonly transactions: Transactions
  /** The steps of 3-D Secure on the direct API. */
  readonly threeDs: ThreeDs
  /** Addresses that shoppers pay at, without a shop. */
  readonly paymentLinks: PaymentLinks
  /** Customers and their saved cards. */
  readonly customers: Customers
  /** Single saved cards: read, remove. */
  readonly paymentMethods: PaymentMethods
  /** The public keys that cards are sealed for. */
  readonly encryptionKeys: EncryptionKeys
  /** The merchant's events as they happen. */
  readonly events: Events
  /** Requests that failed, and why. */
  readonly failedRequests: FailedRequests
  /** Subscriptions, deliveries, and what refused a message. */
  readonly webhooks: Webhooks
  /**
   * Sends a request that has no method here: to an endpoint younger than this package, for instance. It gets an access
   * token, its tries, hooks and errors like every other; nothing is known of its bodies.
   *
   * @returns The JSON of the answer, `undefined` when it has no body, its text when it is no JSON.
   * @throws As every method does. {@link GatewayError}
   *
   * @example
   * ```ts
   * const order = await client.request<Order>({ method: 'GET', path: '/api/orders/{id}', params: { id } })
   * ```
   */
  request<Data = unknown>(request: CustomRequest, options?: CallOptions): ApiPromise<Data>
  /**
   * Gets ready: loads what calls need, and gets an access token. Calls do this automatically; a server that awaits it
   * at startup detects wrong credentials before its first customer does, and answers that customer faster.
   *
   * @throws When the client is refused. {@link AuthenticationError}
   */
  ready(options?: ReadOptions): Promise<void>
}

/**
 * Creates the client of a gateway. Nothing is sent yet; the first call gets an access token.
 *
 * @throws When an option is missing or unusable. {@link ConfigurationError}
 * @throws In a browser's page. {@link BrowserForbiddenError}
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
  refuseBrowser()
  const settings = readOptions(options)
  const wire = createTransport(settings)
  const keys = createEncryptionKeyCache(
    () => wire.call('getEncryptionKeys', {}).withResponse(),
    settings.now,
    settings.acceptedEncryptionKeys,
  )
  const transport = dropRefusedKeys(wire, keys)
  const { sealing } = settings
  const startSealing = async () => sealing ?? (await sealForGateway(keys, settings.now))
  return {
    sessions: createSessions(transport),
    hostedPaymentPages: createHostedPaymentPages(transport),
    transactions: createTransactions(transport, settings),
    threeDs: createThreeDs(transport),
    paymentLinks: createPaymentLinks(transport),
    customers: createCustomers(transport),
    paymentMethods: createPaymentMethods(transport),
    encryptionKeys: createEncryptionKeys(transport),
    events: createEvents(transport, settings),
    failedRequests: createFailedRequests(transport),
    webhooks: createWebhooks(transport),
    ...createCardSealing(startSealing, settings.now),
    request: (request, callOptions) => transport.request(request, callOptions),
    ready: (callOptions) => transport.ready(callOptions),
  }
}

/**
 * Creates a client from environment variables: `SLUICE_BASE_URL`, `SLUICE_AUTH_URL`, `SLUICE_REALM`,
 * `SLUICE_CLIENT_ID` and `SLUICE_CLIENT_SECRET`, as `sluice-gateway start` and a sandbox's `env` print them.
 *
 * @param options - options replace variables, and a `privateKey` replaces the secret.
 * @param env - the variables; by default, those of the process. Workers pass their own.
 * @throws When variables are missing; the message names all of them. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const client = createClient.fromEnv()
 * ```
 */
createClient.fromEnv = (options: Partial<ClientOptions> = {}, env?: Environment): GatewayClient =>
  createClient(readEnvironment(options, env))
