import type { GatewayClient } from './client.ts'
import type { Customers } from './resources/customers.ts'
import type { Sessions } from './resources/sessions.ts'
import type { Transactions } from './resources/transactions.ts'

/**
 * The part of {@link GatewayClient} that every deployment of the specification offers. A program that is written for this
 * type uses no extension of the Sluice gateway, and the compiler says where it would.
 *
 * With another deployment, `status` takes ids of transactions only, calls are not repeatable by `Idempotency-Key` (leave
 * `retryUnsafe` off), and cards need its `sealing`.
 *
 * @example
 * ```ts
 * const client: SpecificationClient = createClient({ ...options, sealing: sealAsJwe({ publicKey }) })
 * ```
 */
export interface SpecificationClient extends Pick<
  GatewayClient,
  | 'hostedPaymentPages'
  | 'threeDs'
  | 'encryptCard'
  | 'encryptNetworkToken'
  | 'encryptCvv'
  | 'request'
  | 'ready'
> {
  /** Sessions of embedded fields: create. */
  readonly sessions: Pick<Sessions, 'create'>
  /** Payments, authorizations, captures, refunds, voids, payouts and their status. */
  readonly transactions: Pick<
    Transactions,
    | 'authorize'
    | 'createPayment'
    | 'createPayout'
    | 'manage'
    | 'capture'
    | 'refund'
    | 'void'
    | 'status'
    | 'awaitFinal'
  >
  /** Customers: create. */
  readonly customers: Pick<Customers, 'create'>
}
